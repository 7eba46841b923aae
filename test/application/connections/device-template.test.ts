// Templates of devices: what is wrong with one, and which one a description names.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { readTemplate, recognizedTemplate } from '../../../application/connections/device-template.js';
import { relay, relayTemplate } from './templates.js';

const [line] = relay.lines;
const number = { title: 'Number', kind: 'integer', from: 1, to: 8, example: 3 };

describe('@TEMPLATE-2: a template', () => {
  it.each([
    ['an id with capitals', { id: 'Relay' }, 'id'],
    ['no models', { models: [] }, 'models'],
    ['another way of testing', { tested: 'hoped' }, 'tested'],
    ['an unknown field', { makers: 'Some' }, 'makers'],
    ['an example out of range', { parameters: { port: { ...number, example: 9 } } }, 'parameters.port'],
    [
      'a text with braces',
      { parameters: { port: { title: 'Port', kind: 'text', example: '{a}' } } },
      'parameters.port.example',
    ],
    ['a name with digits', { parameters: { port1: number } }, 'parameters'],
    ['a placeholder that is not declared', { lines: [{ ...line, parameters: {} }] }, 'lines[0].parameters'],
    ['a parameter that is not used', { lines: [{ ...line, settings: {} }] }, 'lines[0].parameters.relay'],
    [
      'a placeholder of drivers',
      { lines: [{ name: 'A', parameters: { clip: number }, settings: { on: '{clip}' } }] },
      'lines[0].parameters.clip',
    ],
    ['no source', { sources: [] }, 'sources'],
  ])('with %s is refused at that place', (_, change, path) => {
    const read = readTemplate({ ...relay, ...change });
    expect(E.isLeft(read) ? read.left.map((issue) => issue.path) : []).toContain(path);
  });
});

describe('@DISCOVER-8: the description of found equipment', () => {
  it.each([
    ['http', 'the Relay box 8', relayTemplate],
    ['tcp', 'the Relay box 8', undefined],
    ['http', 'another box', undefined],
  ])('over %s, "%s", names the template that it begins with', (protocol, description, expected) => {
    expect(recognizedTemplate([relayTemplate], { protocol, description })).toBe(expected);
  });
});
