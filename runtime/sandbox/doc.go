// Package sandbox runs what is not trusted: programs as child processes, and tools that were compiled to WebAssembly.
//
// A [Command] is a program, its arguments, the files it may touch and its [Limits]; [Command.Run] makes one run of it and returns an
// [Outcome]. What a run is held to is a list of things named by [Limit]. [Probe] says of each how far this machine can enforce it.
// A limit that cannot be enforced is a [Refusal]: nothing is started, unless the command says that it does without.
//
// Processes are held by Linux: rlimits, landlock, and user, mount, PID, network, IPC and UTS namespaces where they can be had. There
// the program has a root directory of its own with nothing in it but what is listed, and dies with the run however it has hidden.
// On other systems every command is refused.
//
// # What it does to a program that imports it
//
// To set up a child this program starts itself again, by /proc/self/exe and under another name, and does the work in an init function
// of this package, which then does not return. There is nothing to call in main. What init functions of packages that do not import
// this one do is done in these children too, before or not at all.
//
// # Who may run what
//
// Run as root, a program becomes the user 65534 (nobody), who must be able to read what it is to read. Run by anybody else it stays
// that user, without any right to gain more.
//
// It is a module of its own. It imports runtime of ours, go-landlock, wazero and x/sys. docs/sandbox.md says what is promised where.
package sandbox
