struct Args {
    int* result;
    int count;
};
