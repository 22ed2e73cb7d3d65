# 15-state.sh: the variables of a run
#
# Every variable that several sections share, with its initial value.  The command
# line sets those of the first groups; the functions of nodes set those of the last.
# The heads of the other sections do not repeat them.
#
# Uses: add $llvm_bin $newline

# --- programs ---------------------------------------------------------------
host_cxx=$llvm_bin/clang++ ocloc=${OCLOC:-ocloc}
clangxx=$llvm_bin/clang++
llvm_spirv=${LLVM_SPIRV:-llvm-spirv-15}
# Not -fsycl, with which clang also checks the options of the host pass against its device target.
host_sycl_words=''
add host_sycl_words -Xclang -fsycl-is-host -Xclang -sycl-std=2020 -D__SYCL_CC__ -Wno-unknown-attributes \
	-Wno-c++23-lambda-attributes
host_compiler=''           # -fsycl-host-compiler: its path
host_compiler_words=''     # -fsycl-host-compiler-options
cuda_path=''               # --cuda-path
openmp=''                  # -fopenmp

# --- the job -------------------------------------------------------
plan=run                   # or the form to print it in: script, dot, json, make, ninja
verbose=''                 # -v
save_temps=''              # the folder of -save-temps
start_number=0             # --start-at and --stop-after: places in $nodes
stop_number=99
start_node='' stop_node=''  # their names, until the plan has the node
swapped_stages=''          # --stage: words NODE=PROGRAM
time_trace=''              # --time-trace: the file
report=''                  # --report: the page
report_against=''          # --report-against: an older one, or a program
summary=''                 # --summary
crash_bundle=''            # --crash-bundle: the folder
cache=${SYCL_CC_CACHE-}    # --cache: the folder
pch_cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}	# of precompiled headers without --cache
pch_cache=${SYCL_CC_PCH-${pch_cache:+$pch_cache/sycl-cc}}
remote_cache=${SYCL_CC_REMOTE_CACHE-}	# --cache=http://...
cache_read_only=${SYCL_CC_CACHE_READ_ONLY-}	# --cache-read-only
launcher=${SYCL_CC_LAUNCHER-}    # --launcher
node_jobs=''               # -j
resume=''                  # --resume
jobs=''                    # -fsycl-max-parallel-link-jobs
list_targets=''            # --list-targets, as typed
pass_through=''            # -E and the like: clang alone does it
text_only=''               # -E
precompiles=''             # how many inputs are headers to precompile
uses_pch=''                # -include-pch
no_pch=''                  # --no-pch
clang_word_before=''       # of -Xclang
compile_only=''            # -c
output=''                  # -o
device_only=''             # -fsycl-device-only
device_obj=''              # -fsycl-device-obj: spirv or another
host_only=''               # -fsycl-host-only
link_only=''               # -fsycl-link
no_sycl=''                 # -fno-sycl
added_images=''            # -fsycl-add-targets: words TARGET:FILE
typed_words=''             # the command line as typed
plain_words=''             # the part of it for a compiler without SYCL

# --- targets and device code ----------------------------------------------------
targets=''                 # -fsycl-targets: names separated by blanks
option_table=''            # -Xsycl-target-*: OPTION KIND TARGET WORDS for each
recorded=''                # options that go into objects: OPTION VALUE for each
device_config=''           # -fsycl-device-config-file
fixed_targets=''           # -fsycl-fixed-targets
object_fixed=''            # that of objects: words "--fixed-targets=LIST:OBJECT"
split=auto                 # -fsycl-device-code-split: off, kernel, source, auto
spirv_via=backend          # --spirv-via
rdc=yes                    # '' with -fno-sycl-rdc
embed_spirv=yes            # '' with -fno-sycl-embed-spirv
embed_ir=''                # -fsycl-embed-ir
image_dependencies=''      # -fsycl-allow-device-image-dependencies
default_copies=''          # -fsycl-add-default-spec-consts-image
compress=''                # --offload-compress
links_runtime=yes          # '' with -nolibsycl
offload_library=yes        # '' with --no-offloadlib
device_level=O2            # of device-optimize
optimizes=''               # an option -O, other than -O0
accuracy_words=''          # -ffp-accuracy, for device-prepare
function_pointers=''       # -fsycl-allow-func-ptr: device code may call through pointers
sub_group_size=''          # -fsycl-default-sub-group-size, of kernels that do not speak of it
strip_lines=yes            # '' with -g
keeps_variables=''         # -g for more than lines: debuggers show the variables of kernels, unless they are optimised

notes=''                   # lines about options that mean something else here
dump_folder=''             # -fsycl-dump-device-code

# --- warnings -------------------------------------------------------------------
warnings=on                # off with -w, errors with -Werror
device_warning_words=''    # -W... for the device pass,
device_error_words=''      # and -Werror... for it
aspect_warnings=''         # -W...sycl-aspect-mismatch: off, on, fatal or shown
unused_warnings=''         # -W...unused-command-line-argument, likewise

# --- words for the compilers and the linker ------------------------------------
compile_words=''           # for both passes and the preprocessor
device_compile_words=''    # for the device pass alone
device_text_words=''       # for its preprocessor alone
host_only_words=''         # for the host pass alone
c_is_sycl=''               # -fsycl: *.c is C++ too
c_inputs=''                # one was such
language=''                # -x: of the inputs that follow
language_words=''          # -x as words
as_cplusplus="-x${newline}c++$newline"
scan_words=''              # folders and files to include, for source-scan
dependency_options=''      # -MD and the like as typed
dependency_words=''        # the same for the object in hand
makes_dependencies=''      # -MD or -MMD was given
dependency_file=''         # -MF was given
dependency_target=''       # -MT or -MQ was given
files_beside=''            # kinds of files that the compiler writes beside the object: coverage, stack-usage, time-trace, remarks, stats
split_dwarf=''             # -gsplit-dwarf: split, or single
time_trace_file=''         # -ftime-trace: =FILE as typed
record_format=''           # -fsave-optimization-record: yaml, or named if its file is named
stats_where=''             # -save-stats: =cwd or =obj
dump_prefix=''             # -dumpdir
compilation_database=''    # -MJ
link_words=''              # inputs and options of the link, in their order
runtime_words=''           # our library behind them
headers=''                 # the folder of our headers for the current source
system_includes=''         # it as words, and macros that tell of targets
link_is_static=''          # -static or -static-pie
link_is_lto=''             # -flto
relocatable=''             # -r
library_names=''           # -l
library_dirs=''            # -L

# --- inputs ---------------------------------------------------------------------
file_depth=0               # of response files that name others
inputs=0                   # how many
sources=0                  # how many of them are compiled
source_words=''            # LANGUAGE SOURCE STEM LANGUAGE_WORDS for each source
reads_stdin=''             # a source is standard input: its language, or none
used_stems=/ stem_count=0  # of file_stem
link_inputs=''             # files that the link reads
maybe_objects=''           # those that may hold device code
object_words=''            # those that do
object_modules=''          # some hold modules,
object_alone=''            # modules that are linked alone,
object_images=''           # finished images,
object_members=''          # are archives whose members the linker chooses
needs_runtime=''           # or need the runtime
work_mark='#SYCL-CC-WORK#' # means the work folder until it has a name:
work=''

only_scan=''               # the answer of source-scan for the only source
standard_headers=''        # headers of the standard library whose names the next source uses

# --- while the plan is written ----------------------------------------------------
next_fields=''             # rows of the next node
module_stems=''            # of sources whose device code is linked
module_ids=''              # the files with the ids of modules,
module_id_words=''         # and as options of the wrapper
wrapper_words=''           # wrapper objects
pulled=''                  # the list of archive members that the linker takes
current_target=''          # the target of the image in hand
locked=''                  # descriptor 9 holds a lock on the work folder
driver_started=''          # start time, for --time-trace
