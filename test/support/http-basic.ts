// HTTP Basic credentials as a client sends them.

/** Encodes text (as UTF-8) or bytes in base64. */
export const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');

/** Returns the value of an `Authorization` header. */
export const basic = (username: string, password: string): string => `Basic ${base64(`${username}:${password}`)}`;
