# SPDX-License-Identifier: Apache-2.0
# Makes a folder answer at every place where projects look for a toolkit: links to the few things that are really there
# (bin/acc, include/, lib64/libascendcl.so, lib/cmake/ASC). All links are relative, so the folder can
# be moved. Run as a script, at configure time for the build tree and at installation:
#   cmake -DHOME=<folder> -P ToolkitHome.cmake
cmake_minimum_required(VERSION 3.20)
get_filename_component(HOME "${HOME}" ABSOLUTE)

# link(<path in the home> <what it points to, relative to the home>)
function(link path target)
  get_filename_component(folder "${HOME}/${path}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(RELATIVE_PATH relative "${folder}" "${HOME}/${target}")
  if(NOT relative)
    set(relative .)
  endif()
  file(CREATE_LINK "${relative}" "${HOME}/${path}" SYMBOLIC)
endfunction()

# forward(<header> <header>...): names that programs include, of which all that acc has is in kernel_operator.h.
function(forward)
  foreach(header ${ARGN})
    set(path "${HOME}/include/${header}")
    if(NOT EXISTS "${path}")
      file(WRITE "${path}" "#pragma once\n#include \"kernel_operator.h\"\n")
    endif()
  endforeach()
endfunction()

link(bin/bisheng bin/acc)
link(bin/ccec bin/acc)
link(bin/npu-smi bin/acc-smi)
link(bin/setenv.bash set_env.sh)
link(latest .)  # the home may lie at .../ascend-toolkit, which projects know as .../ascend-toolkit/latest

# What projects name on their link line. The functions are all in libascendcl; a library of the list that acc has no
# functions of (a log, a profiler...) resolves, and what a program calls of it is an undefined reference.
foreach(library acl_rt runtime acl_rtc register platform graph_base graph exe_graph c_sec profapi unified_dlog
                ascendalog alog mmpa ascend_dump error_manager)
  link(lib64/lib${library}.so lib64/libascendcl.so)
endforeach()
# Registration is part of acc's own objects, and the tiling headers need no library.
foreach(library ascendc_runtime tiling_api)
  file(WRITE "${HOME}/lib64/lib${library}.a" "!<arch>\n")
endforeach()
link(lib64/cmake lib/cmake)
link(lib64/stub lib64)

# Compilers, where each version of the toolkit had them.
foreach(folder ccec_compiler bisheng_compiler)
  link(tools/${folder}/bin/bisheng bin/acc)
  link(tools/${folder}/bin/ccec bin/acc)
endforeach()
# The CMake package and functions; kernel headers.
foreach(file ascendc.cmake ASCConfig.cmake ASCConfigVersion.cmake)
  link(tools/tikcpp/ascendc_kernel_cmake/${file} lib/cmake/ASC/${file})
endforeach()
link(tools/tikcpp/ascendc_kernel_cmake/AICPUConfig.cmake lib/cmake/AICPU/AICPUConfig.cmake)
link(tools/tikcpp/tikcfw include/kernel)
link(tools/tikicpulib/lib/cmake lib/cmake)
link(tools/tikicpulib/lib/include include)
link(tools/cpudebug/include include)
link(ascendc_devkit/tikcpp/samples/cmake tools/tikcpp/ascendc_kernel_cmake)

# Sub-trees: one per packaged component, and one per machine architecture; both architectures' are this machine's.
foreach(root compiler runtime toolkit acllib fwkacllib x86_64-linux aarch64-linux arm64-linux)
  foreach(folder bin lib64)
    link(${root}/${folder} ${folder})
  endforeach()
  link(${root}/include include)
  link(${root}/tools tools)
  foreach(folder ccec_compiler bisheng_compiler tikcpp)
    link(${root}/${folder} tools/${folder})
  endforeach()
endforeach()
foreach(root compiler runtime toolkit opp)
  link(${root}/version.info version.info)
endforeach()
foreach(root x86_64-linux aarch64-linux arm64-linux)
  link(${root}/devlib lib64)
  link(${root}/ascend_toolkit_install.info ascend_toolkit_install.info)
  link(${root}/version.cfg version.cfg)
  link(${root}/lib lib)
endforeach()

# Headers, as the toolkit splits them.
foreach(part basic_intf vec_intf cube_intf operator_intf operator_list_tensor_intf tensor tpipe type utils log macros common
             event struct_data_copy struct_mm struct_unary struct_binary struct_brcb struct_gather struct_transpose)
  forward(kernel_${part}.h basic_api/kernel_${part}.h)
endforeach()
set(groups
  "activation: fastergelu fastergeluv2 geglu gelu logsoftmax reglu sigmoid silu simplesoftmax softmax softmaxflash \
softmaxflashv2 softmaxflashv3 softmaxgrad swiglu swish"
  "filter: dropout"
  "index: arithprogression arange"
  "math: acos acosh asin asinh atan atanh axpy ceil clamp cos cosh cumsum digamma erf erfc exp floor fmod frac lgamma log \
power round sign sin sinh tan tanh trunc xor"
  "normalization: batchnorm deepnorm groupnorm layernorm layernorm_grad layernorm_grad_beta layernormgrad \
layernormgradbeta normalize rmsnorm welfordfinalize welfordupdate"
  "pad: broadcast pad"
  "broadcast: broadcast"
  "quantization: ascend_antiquant ascend_dequant ascend_quant"
  "reduce: mean reduce reduce_all reduce_any reduce_max reduce_mean reduce_min reduce_prod reduce_sum sum"
  "select: selectwithbytesmask"
  "sort: concat extract mrgsort sort topk"
  "transpose: confusion_transpose"
  "utils: init_global_memory")
foreach(group ${groups})
  string(REGEX MATCH "^[a-z]+" folder "${group}")
  string(REGEX REPLACE "^[a-z]+: " "" names "${group}")
  string(REPLACE " " ";" names "${names}")
  foreach(name ${names})
    forward(adv_api/${folder}/${name}.h lib/${folder}/${name}.h)
  endforeach()
endforeach()
