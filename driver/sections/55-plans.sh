# 55-plans.sh: the frame of a plan, and the programs that run or print it
#
# plan_begin and plan_end write the rows before and after the steps.  run_plan and
# print_plan take the function that makes the plan.
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
	rows depends "$self" "$share/device-config.yaml" "$share/mux/images.bc" "$share/mux/libclc-host.bc" "$share/mux/libclc-numbers.bc" "$llvm_bin"/../lib/libLLVM*.so*
}

plan_end() {
	plan_print 'end|\n'
}

# run_plan COMMAND: replaces this process by plan-run, on the plan that COMMAND makes
run_plan() {
	"$1" 8> "$work/sycl-cc.plan"
	set -- --name=sycl-cc "--demangler=$llvm_bin/llvm-cxxfilt" "--keep-option=-save-temps=${output:-a.out}.temps" \
		${node_jobs:+"--jobs=$node_jobs"} ${verbose:+--verbose} ${resume:+--resume} ${summary:+--summary} \
		${time_trace:+"--time-trace=$time_trace"} ${driver_started:+"--started=$driver_started"} ${locked:+--lock=9}
	if [ -n "$report" ]; then
		set -- "$@" "--record=$work/sycl-cc.record"
		for word in "$tools/report" --name=sycl-cc "--plan=$work/sycl-cc.plan" "--record=$work/sycl-cc.record" \
			${save_temps:+--links} ${device_config:+"--device-config-file=$device_config"} \
			${report_against:+"--against=$report_against"} "--output=$report"; do
			set -- "$@" "--after=$word"
		done
	fi
	if [ -z "$save_temps" ]; then
		set -- "$@" --remove ${crash_bundle:+"--crash-bundle=$crash_bundle"}
	fi
	exec "$tools/plan-run" "$@" "$work/sycl-cc.plan"
}

# print_plan COMMAND: prints the plan in the form $plan; prints nothing if COMMAND fails
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
