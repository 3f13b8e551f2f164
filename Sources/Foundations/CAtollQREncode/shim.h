#ifndef ATOLL_CQRENCODE_SHIM_H
#define ATOLL_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
