// Recognizes the headers by which proxies mark the requests that they forward.

/** Headers of proxies by their whole name, and families of them by their first words. */
const proxyHeader =
  /^(?:forwarded|x-forwarded|via|cdn-loop|front-end-https|(?:x-)?forward(?:ed)?-.*|x-original-.*|x-envoy-.*|cf-.*)$/;

/** The last word of headers that state the address of another machine: `X-Real-IP`, `X-Azure-ClientIP`, `Remote-Addr`. */
const addressHeader = /-(?:client|socket|proxyuser)?ip(?:v[46])?$|-addr(?:ess)?$/;

/** Whether a header, by its lower-case name, shows that a proxy forwarded the request (ADDRESS-6). */
export const isForwardingHeader = (name: string): boolean => proxyHeader.test(name) || addressHeader.test(name);
