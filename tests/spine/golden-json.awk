# SPDX-License-Identifier: GPL-2.0
# The calls of "rmsnoop trace --json" as columns, to be compared with what
# golden-names.awk makes of the golden list.
# variables: pid (all when empty)
#
# RM writes some fields of an argument: here is what the driver left, but for the
# number that the name stands for, which is the one asked for.

# the value of the first "key": in s, without quotes; "-" when there is none
function get(s, key,	at, rest)
{
	at = index(s, "\"" key "\":")
	if (!at)
		return "-"
	rest = substr(s, at + length(key) + 3)
	if (substr(rest, 1, 1) == "\"") {
		rest = substr(rest, 2)
		return substr(rest, 1, index(rest, "\"") - 1)
	}
	match(rest, /^[^],}]*/)
	return substr(rest, 1, RLENGTH)
}

function device(s,	kind)
{
	kind = get(s, "device")
	if (kind == "gpu")
		return "nvidia" get(s, "minor")
	return kind == "uvm" ? "nvidia-uvm" : kind == "ctl" ? "nvidiactl" : kind
}

# RM clients get other handles in each run: the first seen is client1
function handle(h)
{
	if (h == "-")
		return h
	sub(/^0+/, "", h)
	if (h !~ /^c1d/)
		return h == "" ? "0x0" : "0x" h
	if (!(h in client))
		client[h] = "client" ++clients
	return client[h]
}

# object { ... } behind "key":, without the braces
function object(s, key,	at)
{
	at = index(s, "\"" key "\":{")
	if (!at)
		return ""
	s = substr(s, at + length(key) + 4)
	return substr(s, 1, index(s, "}") - 1)
}

/"kind":"call"/ && (pid == "" || get($0, "pid") == pid) {
	at = index($0, ",\"args\":")
	head = at ? substr($0, 1, at - 1) : $0
	args = object($0, "args")
	name = get(head, "name")
	number = params = status = root = parent = new = "-"
	if (name == "NV_ESC_RM_ALLOC") {
		number = get(args, "hClass")
		root = get(args, "hRoot")
		parent = get(args, "hObjectParent")
		new = get(args, "hObjectNew")
	} else if (name == "NV_ESC_RM_CONTROL") {
		number = get(args, "cmd")
		root = get(args, "hClient")
		parent = get(args, "hObject")
	} else if (name == "NV_ESC_RM_FREE") {
		root = get(args, "hRoot")
		parent = get(args, "hObjectParent")
		new = get(args, "hObjectOld")
	}
	if (root != "-")
		status = sprintf("0x%x", get(head, "status"))
	if (number != "-")
		params = get(args, "paramsSize")
	print ++seq, device(head), get(head, "nr"), name, get(head, "what"),
		get(head, "arg_size"), number, params, status, get(head, "ret"),
		handle(root), handle(parent), handle(new), get(head, "failed")
}
