"""What one node of Slurm is configured with: the files, as texts.

Eight links to /dev/null stand for the GPUs, because Slurm asks whether a device is there
and never opens it. So nothing here needs root.
"""

GPUS = 8
NODE = "dgx01"
AT_ONCE = 2  # tasks of the lab's array that run at a time

# What a learner reads in the lab. The rest of slurm.conf is how it runs in one folder.
_TEACHES = f"""\
SchedulerType=sched/backfill
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
GresTypes=gpu
NodeName={NODE} CPUs=16 RealMemory=64000 Gres=gpu:h100:{GPUS} NodeAddr=127.0.0.1 Port={{slurmd}}
PartitionName=batch Nodes={NODE} Default=YES MaxTime=08:00:00 PriorityTier=1
PartitionName=urgent Nodes={NODE} MaxTime=01:00:00 PriorityTier=10
"""
# The scheduler looks every second, so that a reader waits for no more than that. The node
# says that it has more cores than it has, and nothing is confined by control groups.
_RUNS = """\
ClusterName=certlab
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={slurmctld}
SlurmdPort={slurmd}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PriorityType=priority/multifactor
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
KillWait=1
MinJobAge=3600
"""
# Each daemon dies with the shell, and the shell ends with the first of them.
BEGIN = f"""\
keep() {{ setpriv --pdeathsig KILL "$@" & }}
keep munged --foreground --force --key-file=munge.key --socket="$PWD/munge.socket" \\
  --pid-file="$PWD/munged.pid" --seed-file="$PWD/munged.seed" --num-threads=4
until [ -S munge.socket ]; do kill -0 $! || exit 1; sleep 0.05; done
keep slurmctld -D
keep slurmd -D -N {NODE}
wait -n
"""
# Jobs: one that holds its GPUs until it is ended, one that waits for a file, two that end.
_HOLD = """\
echo "$SLURM_JOB_NAME sees the GPUs $CUDA_VISIBLE_DEVICES, restart ${SLURM_RESTART_COUNT:-0}"
exec sleep 3600
"""
_TASK = """\
echo "task $SLURM_ARRAY_TASK_ID of job $SLURM_ARRAY_JOB_ID"
until [ -e go ]; do sleep 0.1; done
"""
_BAD = """\
echo "no such file: data.parquet"
exit 1
"""
JOBS = {"hold.sh": _HOLD, "task.sh": _TASK, "good.sh": "echo done\n", "bad.sh": _BAD}
# A GPU that is gone, that is there again, and what then makes the node work.
LOSE = "rm gpus/nvidia7; sed -i s/0-7/0-6/ gres.conf; scontrol reconfigure"
FOUND = "ln -sf /dev/null gpus/nvidia7"
MEND = f"""\
sed -i s/0-6/0-7/ gres.conf
scontrol reconfigure
scontrol update NodeName={NODE} State=resume
"""


def slurm_conf(folder: str, host: str, user: str, slurmctld: int, slurmd: int) -> str:
    """The file of all daemons and commands.

    Args:
        folder: of this node, absolute.
        host: this machine's own short name.
        user: whose processes they are.
        slurmctld: its port on 127.0.0.1.
        slurmd: the same.
    """
    return (_TEACHES + _RUNS).format(
        folder=folder, host=host, user=user, slurmctld=slurmctld, slurmd=slurmd
    )


def gres_conf(folder: str, gpus: int = GPUS) -> str:
    """The file that names the devices of the node; with fewer, some are missing."""
    return (
        f"NodeName={NODE} Name=gpu Type=h100 File={folder}/gpus/nvidia[0-{gpus - 1}]\n"
    )
