# SPDX-License-Identifier: GPL-2.0
# The calls of a JSON trace, one a line:
#   nr ret flags arg_size arg_in par_size par_in par_out
# The last two are lengths in bytes, and :XX where all bytes are equal; "-" is
# nothing.  Only calls of request number nr, where one is given.

function number(name) {
	if (!match($0, "\"" name "\":\"?-?[0-9a-fx]*"))
		return "-"
	text = substr($0, RSTART, RLENGTH)
	sub(/.*:"?/, "", text)
	return text
}

function block(name) {
	if (!match($0, "\"" name "\":\"[0-9a-f]*\""))
		return "-"
	text = substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
	first = substr(text, 1, 2)
	len = length(text) / 2
	while (text != "" && substr(text, 1, 2) == first)
		text = substr(text, 3)
	return len (text == "" && len ? ":" first : "")
}

/"kind":"call"/ && (nr == "" || index($0, "\"nr\":\"" nr "\"")) {
	arg = block("arg_in")
	sub(/:.*/, "", arg)
	print number("nr"), number("ret"), number("flags"), number("arg_size"), arg,
		number("par_size"), block("par_in"), block("par_out")
}
