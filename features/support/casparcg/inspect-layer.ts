// A look at a real CasparCG server past the driver: what a layer really shows, and how layers are emptied.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Engine, EngineMedia } from './engine.js';

/** Says one thing on a connection of its own, and tells what comes back up to an end. */
const ask = async ({ host, port }: Engine, line: string, end: RegExp): Promise<string> => {
  const socket = connect({ host, port, noDelay: true }).setEncoding('utf8');
  await once(socket, 'connect');
  let said = '';
  socket.write(`${line}\r\n`);
  for await (const chunk of socket as AsyncIterable<string>) {
    said += chunk;
    if (end.test(said)) break;
  }
  socket.destroy();
  return said;
};

const inside = (name: string, text: string): string => new RegExp(`<${name}>([^]*?)</${name}>`).exec(text)?.[1] ?? '';

const numbers = (name: string, text: string): readonly number[] =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, number]) => Number(number));

const isOf = (path: string, { name }: EngineMedia): boolean =>
  `/${path.toLowerCase().replace(/\.[^./]*$/, '')}`.endsWith(`/${name.toLowerCase()}`);

/** Which of the clips runs on a layer; undefined for none of them. */
export const runningOn = async (engine: Engine, layer: number): Promise<EngineMedia | undefined> => {
  const said = await ask(engine, `INFO ${String(engine.channel)}`, /<\/channel>\s/);
  const foreground = inside('foreground', inside(`layer_${String(layer)}`, said));
  const [time = 0, total = 0] = numbers('time', foreground);
  return time > 0 && time < total ? engine.media.find((media) => isOf(inside('path', foreground), media)) : undefined;
};

/** Empties layers. */
export const clearLayers = async (engine: Engine, layers: readonly number[]): Promise<void> => {
  for (const layer of layers) await ask(engine, `CLEAR ${String(engine.channel)}-${String(layer)}`, /CLEAR OK/);
};
