# foreach --launcher with what clusters have: Slurm's own daemons, and sshd, on ports of
# these tests, ended by them.
# shellcheck disable=SC2317 # functions that wait_for calls
load ../helper

# --- Slurm ------------------------------------------------------------------------

# slurm: starts munged, slurmctld and slurmd, one node of two processors
slurm() {
	PATH=$PATH:/usr/sbin
	for program in munged slurmctld slurmd srun; do
		command -v "$program" > /dev/null || skip "$program is not installed: ./bootstrap check-long does"
	done
	slurm=$BATS_TEST_TMPDIR/slurm name=$(hostname -s)
	mkdir -p "$slurm/munge" "$slurm/state" "$slurm/spool"
	chmod 755 "$slurm" "$slurm/munge"
	(umask 077 && head -c 64 /dev/urandom > "$slurm/munge/key")
	first=$((20000 + $$ % 20000))
	cat > "$slurm/slurm.conf" <<-X
		ClusterName=test
		SlurmctldHost=$name(127.0.0.1)
		SlurmctldPort=$first
		SlurmdPort=$((first + 1))
		AuthType=auth/munge
		AuthInfo=socket=$slurm/munge/socket
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		StateSaveLocation=$slurm/state
		SlurmdSpoolDir=$slurm/spool
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/slurmd.pid
		SlurmctldLogFile=$slurm/slurmctld.log
		SlurmdLogFile=$slurm/slurmd.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SwitchType=switch/none
		MpiDefault=none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		ReturnToService=2
		KillWait=2
		SlurmdTimeout=10
		MinJobAge=60
		SchedulerParameters=batch_sched_delay=0,sched_interval=2
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		PropagateResourceLimits=NONE
		NodeName=$name NodeAddr=127.0.0.1 Port=$((first + 1)) CPUs=2 RealMemory=1000 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
	X
	export SLURM_CONF=$slurm/slurm.conf
	munged --force --key-file="$slurm/munge/key" --socket="$slurm/munge/socket" --pid-file="$slurm/munge/pid" \
		--log-file="$slurm/munge/log" --seed-file="$slurm/munge/seed" 3>&-
	slurmctld -c 3>&-
	slurmd -c 3>&-
	wait_for node_is_up || { cat "$slurm"/*.log; return 1; }
}

node_is_up() {
	[ "$(sinfo --noheader -o %T)" = idle ]
}

# Daemons end within seconds, jobs at once.
teardown() {
	if [ -n "${slurm-}" ]; then
		scancel --user="$(id -un)" 2> /dev/null || :
		for file in "$slurm/slurmd.pid" "$slurm/slurmctld.pid" "$slurm/munge/pid"; do
			if [ -s "$file" ]; then
				read -r daemon < "$file"
				kill "$daemon" 2> /dev/null || :
				for _ in $(seq 100); do
					kill -0 "$daemon" 2> /dev/null || break
					sleep 0.1
				done
				kill -KILL "$daemon" 2> /dev/null || :
			fi
		done
	fi
	[ -z "${sshd-}" ] || kill "$sshd" 2> /dev/null || :
}

# rows N: modules of one kernel and their list
rows() {
	mkdir -p in here there
	awk -v n="$1" 'BEGIN {
		for (k = 1; k <= n; k++) {
			file = "in/k" k ".ll"
			print "target triple = \"spirv64v1.3-unknown-unknown\"" > file
			print "define spir_kernel void @k" k "(ptr addrspace(1) %p) {" > file
			for (i = 0; i < 60; i++)
				printf "  %%a%d = load i32, ptr addrspace(1) %%p\n  %%b%d = add i32 %%a%d, %d\n  store i32 %%b%d, ptr addrspace(1) %%p\n", i, i, i, i + k, i > file
			print "  ret void\n}" > file
			close(file)
		}
	}'
	seq -f 'in/k%g.ll' "$1" > list
}

# compile OPTION...: llc on each
compile() {
	foreach --in-file-list=list --in-replace=@in@ --out-replace=@out@ --out-ext=spv "$@" -- \
		"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj @in@ -o @out@
}

now() {
	date +%s%N | sed 's/......$//'
}

@test "2,000 rows of llc and 200 of ocloc through Slurm: the bytes of one machine" {
	slurm
	rows 2000
	a=$(now)
	compile --out-dir=here -j2
	b=$(now)
	compile --out-dir=there --launcher='srun --quiet --ntasks=1' --jobs=2 --launcher-stats 2> stats
	c=$(now)
	diff -r here there
	echo "# 2,000 llc: $((b - a)) ms here with -j2, $((c - b)) ms through srun; $(sed 's/.*note: //' stats)" >&3
	[ "$(squeue --noheader | wc -l)" -eq 0 ]
	mkdir ocl1 ocl2
	seq -f 'here/k%g' 200 | awk '{ split($0, part, "/k"); print $0 "-" part[2] ".spv" }' > list
	ocl() {
		foreach --in-file-list=list --in-replace=@in@ --out-replace=@out@ --out-ext=bin --want-output "$@" -- \
			ocloc compile -q -spirv_input -output_no_suffix -exclude_ir -device tgllp -file @in@ -output @out@
	}
	a=$(now)
	ocl --out-dir=ocl1 -j2 > out1
	b=$(now)
	ocl --out-dir=ocl2 --launcher='srun --quiet --ntasks=1' --jobs=2 --launcher-stats > out2 2> stats
	c=$(now)
	diff -r ocl1 ocl2
	cmp out1 out2
	[ "$(find ocl1 -type f | wc -l)" -eq 200 ]
	echo "# 200 ocloc: $((b - a)) ms here with -j2, $((c - b)) ms through srun; $(sed 's/.*note: //' stats)" >&3
}

# 600 rows to the folder here, then on Slurm to there, of which 60 are done when this returns.
start_600() {
	slurm
	rows 600
	compile --out-dir=here -j2
	compile --out-dir=there --launcher='srun --quiet --ntasks=1' --jobs=2 --launcher-stats 2> err &
	some() { [ "$(find there -maxdepth 1 -type f | wc -l)" -ge 60 ]; }
	wait_for some
}

@test "scancel in the middle of the run: complete and identical in the end" {
	start_600
	# All that runs now.
	scancel --user="$(id -un)"
	wait $!
	diff -r here there
	grep -q "^foreach: warning: job [0-9]* on '$(hostname)' did not finish" err
	echo "# $(tail -n 1 err | sed 's/.*note: //')" >&3
}

@test "slurmd killed and started again: complete and identical in the end" {
	start_600
	kill -KILL "$(cat "$slurm/slurmd.pid")"
	sleep 2
	slurmd 3>&-
	wait $! || { cat err; return 1; }
	diff -r here there
	echo "# $(tail -n 1 err | sed 's/.*note: //')" >&3
}

@test "SIGINT cancels the jobs of srun, of sbatch --wait and of an array" {
	slurm
	rows 40
	for launcher in 'srun --quiet' 'sbatch --wait --output=/dev/null' "--launcher-all $BUILD/share/launchers/slurm-array"; do
		all=
		case $launcher in
		--launcher-all*) all=--launcher-all launcher=${launcher#* } ;;
		*) ;;
		esac
		env --default-signal=INT foreach --in-file-list=list --in-replace=@in@ --launcher="$launcher" $all --jobs=2 -- \
			sleep 60 > said 2>&1 &
		running() { [ "$(squeue --noheader --states=R | wc -l)" -ge 1 ]; }
		wait_for running
		kill -INT $!
		ended=0
		wait $! || ended=$?
		[ "$ended" -eq 130 ] || { cat said; return 1; }
		none() { [ "$(squeue --noheader | wc -l)" -eq 0 ]; }
		wait_for none || { squeue; return 1; }
		run ! pgrep -f "$PWD/.foreach"
	done
}

@test "an array of Slurm's jobs, and sbatch --wait: the bytes of one machine" {
	slurm
	rows 100
	compile --out-dir=here -j2
	compile --out-dir=there --launcher-all --launcher="$BUILD/share/launchers/slurm-array --partition=all" --jobs=2 --launcher-stats 2> stats
	diff -r here there
	echo "# array: $(sed 's/.*note: //' stats)" >&3
	rm there/*
	compile --out-dir=there --launcher='sbatch --wait --output=/dev/null' --jobs=2 --batch-size=50 --launcher-stats 2> stats
	diff -r here there
	grep -q 'launcher: 2 jobs on 1 host, 0 died' stats
}

# --- ssh ---------------------------------------------------------------------------

@test "ssh HOST, and GNU parallel's ssh logins: the bytes of one machine" {
	PATH=$PATH:/usr/sbin
	command -v sshd > /dev/null || skip 'sshd is not installed: ./bootstrap check-long does'
	mkdir -p /run/sshd 2> /dev/null || [ -d /run/sshd ] || skip 'sshd is not installed: ./bootstrap check-long does'
	ssh-keygen -q -t ed25519 -N '' -f host-key
	ssh-keygen -q -t ed25519 -N '' -f key
	port=$((20000 + $$ % 20000))
	cat > sshd.conf <<-X
		Port $port
		ListenAddress 127.0.0.1
		HostKey $PWD/host-key
		AuthorizedKeysFile $PWD/key.pub
		PidFile none
		StrictModes no
		UsePAM no
		PermitRootLogin yes
		PasswordAuthentication no
		MaxStartups 100
	X
	cat > ssh.conf <<-X
		Host one two
			HostName 127.0.0.1
			Port $port
			IdentityFile $PWD/key
			IdentitiesOnly yes
			StrictHostKeyChecking no
			UserKnownHostsFile /dev/null
			LogLevel ERROR
			BatchMode yes
	X
	/usr/sbin/sshd -D -f "$PWD/sshd.conf" 2> sshd.log 3>&- &
	sshd=$!
	wait_for ssh -F ssh.conf one true
	rows 60
	compile --out-dir=here -j2
	compile --out-dir=there --launcher="ssh -F ssh.conf one" --jobs=2 --launcher-stats 2> stats
	diff -r here there
	echo "# ssh: $(sed 's/.*note: //' stats)" >&3
	rm there/*
	command -v parallel > /dev/null || skip 'parallel is not installed: ./bootstrap check-long does'
	compile --out-dir=there --launcher-all --jobs=2 --launcher-stats \
		--launcher="parallel --will-cite --ssh 'ssh -F $PWD/ssh.conf' -S 1/one,1/two :::" 2> stats
	diff -r here there
	echo "# parallel: $(sed 's/.*note: //' stats)" >&3
}
