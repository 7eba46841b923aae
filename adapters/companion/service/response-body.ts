// Bodies of responses, up to a limit: another program may listen at the address.

/** Reads a body as text. Rejects, and closes the connection, if it is larger than `maxOctets`. */
export const limitedBody = async ({ body }: Response, maxOctets: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let octets = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    octets += chunk.byteLength;
    if (octets > maxOctets) throw new Error(`expected a response of at most ${String(maxOctets)} octets, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Parses JSON; undefined if the text is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Whether a value is an object with names. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
