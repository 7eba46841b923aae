// A program of somebody who uses the client: it follows the studio, acts, and meets a refusal. It runs in Node and in browsers.
import { NotConnected, Refusal, studioClient } from 'studio-control-client';

const errorOf = (call) =>
  call.then(
    () => 'none',
    (error) => error,
  );

export const tryClient = async (url, token) => {
  const studio = studioClient({ url, token });
  const stop = new AbortController();
  const seen = [];
  for await (const event of studio.events({ types: ['signal'], signal: stop.signal })) {
    seen.push(event.type);
    if (event.type === 'state') await studio.act('signal.on', { id: 'red-light' });
    else stop.abort();
  }
  const { output } = await studio.act('clip.play', { slot: 'main', number: 3 });
  const { commands } = await studio.dryRun('output.stop', { slot: 'main' });
  const refused = await errorOf(studio.read('signal.get', { id: 'red-lihgt' }));
  const gone = await errorOf(studioClient({ url: 'http://127.0.0.1:9' }).read('signal.list'));
  return {
    seen,
    clip: output.scenes[0].clip,
    planned: commands[0].operation,
    refused: refused instanceof Refusal && [refused.status, refused.code],
    gone: gone instanceof NotConnected,
  };
};
