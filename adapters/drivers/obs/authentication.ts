// The proof that the service knows the password of obs-websocket. The password itself is never sent.
import { createHash } from 'node:crypto';
import { textIn } from '../../../domain/codec/unchecked.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Returns the authentication string for the `challenge` and `salt` of OBS. */
export const authenticationString = (password: string, authentication: unknown): string => {
  const [salt, challenge] = [textIn(authentication, 'salt') ?? '', textIn(authentication, 'challenge') ?? ''];
  return digest(digest(password + salt) + challenge);
};
