// Requests to the identity provider, whose answers are read up to a limit.
import type { CustomFetch } from 'openid-client';

/** The longest answer that is read, in octets. Metadata, keys and claims take some thousand. */
const maxAnswerBytes = 1_048_576;

/** Ends with an error after `maxAnswerBytes`. */
const limit = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) controller.error(new Error('the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
};

/** Fetches like `fetch`. Reading an answer that is too long fails, and closes its connection. */
export const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null });
  return response.body === null ? response : new Response(response.body.pipeThrough(limit()), response);
};
