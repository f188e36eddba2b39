#include "count.aicpu"
