// The message of a failure as a header, for panels that read plain text only (PLAIN-7).

/** Longest value, in characters. */
const mostCharacters = 1_024;

/** Characters that a header can't carry, or that percent-encoding uses itself. */
const unsafe = /[^\x20-\x24\x26-\x7e]/u;

/** Returns the message in visible ASCII. Other characters and `%` are percent-encoded. The end of a long one is left out. */
export const errorMessageHeader = (message: string): { readonly 'X-Error-Message': string } => {
  // Most messages are sent as they are.
  if (message.length <= mostCharacters && !unsafe.test(message)) return { 'X-Error-Message': message };
  let text = '';
  for (const character of message.toWellFormed()) {
    const next = unsafe.test(character) ? encodeURIComponent(character) : character;
    if (text.length + next.length > mostCharacters) return { 'X-Error-Message': `${text}...` };
    text += next;
  }
  return { 'X-Error-Message': text };
};
