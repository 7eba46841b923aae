// Calls of the device-control API, with the screen's token.

/** What the API answered to a call, or that no answer came. */
export type ApiAnswer =
  | { readonly is: 'ok'; readonly body: unknown }
  | { readonly is: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly is: 'lost' };

/** How long an answer may take, in milliseconds: an action is answered after at most 2 seconds. */
const longestMs = 6_000;

const errorIn = (body: unknown): { readonly code: string; readonly message: string } => {
  const { error, message } = body as { readonly error?: unknown; readonly message?: unknown };
  return {
    code: typeof error === 'string' ? error : 'unknown',
    message: typeof message === 'string' ? message : 'the call was refused',
  };
};

/** Returns the headers of every call. */
export const headersWith = (token: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` });

/** Calls a path of the API once. A call without an answer is never made again. */
export const callApi = async (token: string, method: 'GET' | 'POST', path: string): Promise<ApiAnswer> => {
  try {
    const signal = AbortSignal.timeout(longestMs);
    const response = await fetch(path, { method, headers: headersWith(token), cache: 'no-store', signal });
    const body: unknown = await response.json();
    return response.ok ? { is: 'ok', body } : { is: 'refused', status: response.status, ...errorIn(body) };
  } catch {
    return { is: 'lost' };
  }
};
