// Forwarding headers: which header names show that a proxy forwarded a request.
import { describe, expect, it } from 'vitest';
import { isForwardingHeader } from '../../../domain/access/forwarding.js';

describe('a forwarding header', () => {
  it.each([
    ...['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded-for'],
    ...['x-forwarded-server', 'x-forward-for', 'x-real-ip', 'x-client-ip', 'client-ip', 'true-client-ip'],
    ...['x-cluster-client-ip', 'fastly-client-ip', 'fly-client-ip', 'x-original-url', 'x-original-for'],
    ...['x-original-forwarded-for', 'x-original-host', 'cf-connecting-ip', 'cf-connecting-ipv6', 'cf-ray', 'cdn-loop'],
    ...['x-proxyuser-ip', 'wl-proxy-client-ip', 'x-appengine-user-ip', 'x-azure-clientip', 'x-azure-socketip'],
    ...['x-envoy-external-address', 'x-remote-ip', 'x-remote-addr', 'remote-addr', 'x-nf-client-connection-ip'],
    ...['front-end-https', 'x-envoy-attempt-count', 'x-source-ipv4', 'x-client-address', 'remote-address'],
  ])('is %s', (name) => {
    expect(isForwardingHeader(name)).toBe(true);
  });

  it.each([
    ...['host', 'origin', 'referer', 'user-agent', 'accept', 'accept-encoding', 'connection', 'content-length'],
    ...['authorization', 'cookie', 'cache-control', 'last-event-id', 'idempotency-key', 'sec-fetch-site', 'x-clip'],
    ...['max-forwards', 'x-request-id', 'viable', 'x-via', 'forward', 'address', 'ip', 'x-ship', 'x-trip-id'],
    ...['x-ip-mode', 'x-source-ipv5', 'x-addr-type'],
  ])('is not %s', (name) => {
    expect(isForwardingHeader(name)).toBe(false);
  });
});
