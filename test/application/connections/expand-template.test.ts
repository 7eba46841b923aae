// What a template becomes with what a user has entered, and what is wrong with that.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import {
  exampleValues,
  expandTemplate,
  type EnteredTemplate,
} from '../../../application/connections/expand-template.js';
import { relayTemplate } from './templates.js';

const entered: EnteredTemplate = {
  id: 'box',
  connection: { host: 'relays', port: 8080 },
  lines: [{ part: 'Relay', values: { relay: 4 } }],
  heads: [{ part: 'Camera', each: { wide: { position: 1 }, close: { position: 2 } } }],
};

describe('@TEMPLATE-2: a template with values', () => {
  it('is a connection and the settings of its parts, without what has no value', () => {
    expect(expandTemplate(relayTemplate, entered)).toEqual(
      E.right({
        connection: { id: 'box', protocol: 'http', host: 'relays', port: 8080 },
        lines: [{ connection: 'box', on: '/on/04', coil: 3, list: [14] }],
        heads: [{ connection: 'box', recall: '/go/{preset}', presets: { wide: 1, close: 2 } }],
        players: [],
      }),
    );
  });

  it('has optional values where they are entered', () => {
    const expanded = expandTemplate(relayTemplate, exampleValues(relayTemplate, true));
    const expected = { connection: { port: 80, username: 'admin', headerFiles: { token: 'admin' } } };
    expect(expanded).toMatchObject({ right: expected });
  });

  it.each([
    ['a host that lacks', { connection: { port: 80 } }, 'connection.host'],
    ['a port out of range', { connection: { host: 'a', port: 9001 } }, 'connection.port'],
    ['a value that is not asked for', { connection: { host: 'a', port: 80, colour: 'red' } }, 'connection.colour'],
    ['braces in a text', { connection: { host: '{a}', port: 80 } }, 'connection.host'],
    ['no id', { id: '' }, 'id'],
    ['an unknown part', { lines: [{ part: 'Rely' }] }, 'lines[0].part'],
    ['a part of a kind that it lacks', { players: [{ part: 'Relay' }] }, 'players[0].part'],
    ['a value of a part that lacks', { lines: [{ part: 'Relay' }] }, 'lines[0].values.relay'],
    ['a camera without angles', { heads: [{ part: 'Camera' }] }, 'heads[0].each'],
    [
      'a wrong preset',
      { heads: [{ part: 'Camera', each: { wide: { position: 10 } } }] },
      'heads[0].each.wide.position',
    ],
    ['angles of a signal', { lines: [{ part: 'Relay', values: { relay: 1 }, each: { wide: {} } }] }, 'lines[0].each'],
  ])('with %s is refused at that place', (_, change, path) => {
    const expanded = expandTemplate(relayTemplate, { ...entered, ...change });
    expect(E.isLeft(expanded) ? expanded.left.map((issue) => issue.path) : []).toEqual([path]);
  });

  it('suggests the part that was meant', () => {
    const expanded = expandTemplate(relayTemplate, { ...entered, lines: [{ part: 'Rely' }] });
    expect(expanded).toMatchObject({ left: [{ suggestion: 'did you mean Relay?' }] });
  });
});
