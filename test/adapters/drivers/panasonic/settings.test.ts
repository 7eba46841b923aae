// The settings of Panasonic cameras in a studio file.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { readStudioText } from '../../../../infra/studio-file.js';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/devices/panasonic.md'), 'utf8');
const example = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';

const studio: unknown = parse(
  readFileSync(resolve(import.meta.dirname, '../../../../infra/example-studio.yaml'), 'utf8'),
);

/** Reads the example studio with the connection and the camera of a text. */
const readWith = (text: string) => {
  const changes: unknown = parse(text);
  const [camera] = listIn(changes, 'cameras');
  const others = listIn(studio, 'cameras').filter((one) => textIn(one, 'id') !== textIn(camera, 'id'));
  const connections = [...listIn(changes, 'connections'), ...listIn(studio, 'connections').slice(0, 2)];
  const cameras = [camera, ...others];
  const changed: unknown = Object.assign({}, studio, { connections, cameras });
  return readStudioText(JSON.stringify(changed));
};

const issuesWith = (from: string, to: string): readonly string[] => {
  expect(example).toContain(from);
  const read = readWith(example.replace(from, to));
  return E.isLeft(read) ? read.left.map(({ message }) => message) : [];
};

describe('the settings of a Panasonic camera', () => {
  it('are those of the documented example', () => {
    const connections: unknown = expect.arrayContaining([
      expect.objectContaining({ protocol: 'panasonic', host: '192.168.1.72' }),
    ]);
    expect(readWith(example)).toMatchObject(E.right({ connections }));
  });

  it.each([
    ['close: 1 }', 'close: 100 }', 'cameras[0].head.presets.close: expected a whole number from 0 to 99'],
    ['close: 1 }', 'close: 0 }', 'cameras[0].head.presets: expected another preset for each angle'],
    [', close: 1 }', ' }', 'cameras[0].head.presets: expected a preset for the angle close'],
    [
      'close: 1 }',
      'close: 1, top: 2 }',
      "cameras[0].head.presets.top: expected the id of one of the camera's angles: wide, close",
    ],
    ['{ id: wide,', '{ id: constructor,', 'cameras[0].head.presets: expected a preset for the angle constructor'],
    ['192.168.1.72', '"http://cam/"', 'connections[0].host: expected a host name or an IP address'],
    ['192.168.1.72', '192.168.1.72, port: 0', 'connections[0].port: expected a whole number from 1 to 65535'],
  ])('have an issue with %s replaced by %s', (from, to, message) => {
    expect(issuesWith(from, to)).toContain(message);
  });
});
