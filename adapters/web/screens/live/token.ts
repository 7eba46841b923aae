// The screen's own token: made here, kept here, and shown to nobody but the service.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { pairingCode } from '../../../../domain/access/pairing-code.js';
import { generateToken, isToken, type TokenHash } from '../../../../domain/access/token.js';

const storageKey = 'studio-control.token';

/** Picks a number from 0 to `choices` - 1: values that would make some of them likelier are thrown away. */
const pick = (choices: number): number => {
  const limit = 256 - (256 % choices);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (value < limit) return value % choices;
  }
};

const stored = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const keep = (token: string): string => {
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // A browser without storage has another token after the page is loaded again.
  }
  return token;
};

/** Returns the token of an address such as `/panels/desk#token=svc_…`, and takes it out of the address. */
const givenToken = (): string | null => {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return isToken(given) ? given : null;
};

/** Returns the screen's token: that of its address, the one that it has kept, or a new one. */
export const ownToken = (): string => {
  const given = givenToken();
  if (given !== null) return keep(given);
  const kept = stored();
  return kept !== null && isToken(kept) ? kept : keep(generateToken(pick));
};

/** Returns the code that an operator compares with the one in the console. */
export const codeOf = (token: string): string => pairingCode(bytesToHex(sha256(utf8ToBytes(token))) as TokenHash);
