// SPDX-License-Identifier: GPL-2.0
/* The model's knowledge as the decoder asks for it. */
#include "model/objects.h"
#include "names.h"

/* a class that is guessed from the controls sent to it has a "?" */
static bool name_handle(void *ctx, uint32_t client, uint32_t handle,
			struct rm_out *out)
{
	const struct names *n = ctx;
	const struct object *o = model_object(n->model, client, handle);
	const char *word = o ? object_word(n->model, o) : NULL;

	if (!word)
		return false;
	rm_out_str(out, word);
	if (o->flags & OBJECT_GUESS)
		rm_out_char(out, '?');
	return true;
}

static bool name_fd(void *ctx, int32_t fd, struct rm_out *out)
{
	const struct names *n = ctx;
	const struct file *f = model_file(n->model, n->pid, fd);
	char buf[64];

	if (!f)
		return false;
	rm_out_str(out, file_name(f, buf, sizeof(buf)));
	return true;
}

void names_init(struct names *n, const struct model *model, uint32_t pid)
{
	n->model = model;
	n->pid = pid;
	n->rm = (struct rm_names){ .ctx = n, .handle = name_handle,
				   .fd = name_fd };
}
