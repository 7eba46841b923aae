// Finds Ember+ providers: they are asked whether they are there.
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import { probeTcp } from '../shared/tcp-probe.js';
import { keepAliveRequest, S101Reader } from './s101.js';
import { defaultPort } from './settings.js';

/** Looks for an answer in all that was received. A request isn't one: who echoes sends requests as well. */
const readAnswer = (received: Buffer): ProbeResult | undefined => {
  const found: ProbeResult[] = [];
  const answered = (): void => {
    found.push(E.right({ description: 'an Ember+ provider' }));
  };
  const reader = new S101Reader({ payload: answered, keepAliveResponse: answered, keepAliveRequest: () => undefined });
  const fault = reader.read(received);
  return found[0] ?? (fault === undefined ? undefined : E.left(`is no Ember+ provider: ${fault}`));
};

export const discovery: Discovery = {
  port: defaultPort,
  services: ['_ember._tcp'],
  probe: (address, deps) => probeTcp(address, deps, readAnswer, keepAliveRequest),
};
