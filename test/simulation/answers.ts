// Reads the answers of the API as a client does.

/** Returns the error code of an answer in JSON or plain text; undefined for a success, and for legacy answers. */
export const errorCodeOf = ({ body }: { readonly body: string }): string | undefined => {
  if (body.startsWith('ERR ')) return body.slice('ERR '.length);
  if (!body.startsWith('{')) return undefined;
  const { ok, error } = JSON.parse(body) as { readonly ok?: boolean; readonly error?: string };
  return ok === false ? error : undefined;
};
