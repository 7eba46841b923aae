// Finds vMix, which sends its version to everyone who connects. Nothing is sent to it.
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import { probeTcp, quotedAnswer } from '../shared/tcp-probe.js';
import { vmixPort } from './settings.js';

const greeting = 'VERSION OK ';

/** The longest greeting, in bytes. */
const maxLength = 80;

const readGreeting = (received: Buffer): ProbeResult | undefined => {
  const text = received.toString('latin1');
  const [, version] = /^VERSION OK ([\w.]{1,40})\r\n/.exec(text) ?? [];
  if (version !== undefined) return E.right({ description: `vMix ${version}` });
  const isPossible =
    greeting.startsWith(text.slice(0, greeting.length)) && !text.includes('\n') && text.length < maxLength;
  return isPossible ? undefined : E.left(`is no vMix: it sent ${quotedAnswer(text)}`);
};

export const discovery: Discovery = {
  port: vmixPort,
  probe: (address, deps) => probeTcp(address, deps, readGreeting),
};
