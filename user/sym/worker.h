/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The process behind the wall: files that a traced program chose are parsed in
 * it, so that one which brings the parser down, or takes it over, gets nothing.
 * There is one for the whole process, started when it is needed first.
 */
#ifndef SYM_WORKER_H
#define SYM_WORKER_H

#include "parse.h"

#define WORKER_TIMEOUT_MS	3000	/* for one answer */

/** worker_file() - a new number for struct parse_request */
uint64_t worker_file(void);

/**
 * worker_ask() - have @req about the file @fd answered, which stays the caller's
 * Return: @ret->err; -EBADMSG also when the process died of it, twice, -ETIMEDOUT:
 * it took too long; another -errno: it could not be started.
 */
int worker_ask(const struct parse_request *req, int fd,
	       struct parse_answer *ret);

/** worker_deaths() - how often it died or was ended since it took too long */
unsigned int worker_deaths(void);

#endif
