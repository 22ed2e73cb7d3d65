# 55-plans.sh: a plan begins and ends, and goes to who runs or prints it
#
# plan_begin and plan_end are around the steps of a plan; run_plan and print_plan
# get the function that makes it.
#
# Offers: plan_begin plan_end print_plan run_plan
# Uses: plan_print put_rows rows $llvm_bin $self $share $tools

# plan_begin: rows about the whole run
plan_begin() {
	plan_print '[Field|Value]\n'
	[ -z "$work" ] || rows work "$work"
	rows typed "$0"
	put_rows typed "$typed_words"
	# What installed programs read beside their arguments.
	rows depends "$self" "$share/device-config.yaml" "$share/mux/libclc-host.bc" "$llvm_bin"/../lib/libLLVM*.so*
}

plan_end() {
	plan_print 'end|\n'
}

# run_plan COMMAND: this process becomes the one that runs the plan that COMMAND makes
run_plan() {
	"$1" 8> "$work/sycl-cc.plan"
	set -- --name=sycl-cc "--demangler=$llvm_bin/llvm-cxxfilt" "--keep-option=-save-temps=${output:-a.out}.temps" \
		${node_jobs:+"--jobs=$node_jobs"} ${verbose:+--verbose} ${resume:+--resume} ${summary:+--summary} \
		${time_trace:+"--time-trace=$time_trace" "--started=$driver_started"} ${locked:+--lock=9}
	if [ -z "$save_temps" ]; then
		set -- "$@" --remove ${crash_bundle:+"--crash-bundle=$crash_bundle"}
	fi
	exec "$tools/plan-run" "$@" "$work/sycl-cc.plan"
}

# print_plan COMMAND: in the form of $plan.  A plan that breaks off prints nothing.
print_plan() {
	case $plan in
	script) set -- "$1" --name=sycl-cc --form='sh' ;;
	*) set -- "$1" --name=sycl-cc "--form=$plan" ;;
	esac
	if [ "$plan" = script ] && [ -z "$save_temps" ] && [ -n "$work" ]; then
		set -- "$@" --temporary
	fi
	made_by=$1
	shift
	"$made_by" 8>&1 | "$tools/plan-print" "$@"
	exit
}
