#ifndef ATOLL_CCURL_SHIM_H
#define ATOLL_CCURL_SHIM_H

#include <curl/curl.h>

// libcurl's setters and getters take arguments of any type, which Swift cannot call. Here is one for each type.

static inline CURLcode atoll_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode atoll_curl_set_large(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// Text is copied, except for CURLOPT_POSTFIELDS.
static inline CURLcode atoll_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode atoll_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode atoll_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode atoll_curl_set_callback(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}

// Sets the function that opens the socket for each address of a name.
static inline CURLcode atoll_curl_set_opener(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLMcode atoll_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline long atoll_curl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t atoll_curl_large(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

// Restricts the protocols of a transfer and its redirects to HTTP and HTTPS, or to HTTPS only.
static inline CURLcode atoll_curl_restrict(CURL *easy, int only_https) {
#if LIBCURL_VERSION_NUM >= 0x075500
    const char *protocols = only_https ? "https" : "http,https";
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols);
    return code ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
#else
    long protocols = only_https ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS, protocols);
    return code ? code : curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, protocols);
#endif
}

// A name that does not resolve must not hold up the thread that all transfers share.
static inline void atoll_curl_leave_resolver(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

#endif
