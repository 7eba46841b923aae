// What is kept and passed on of a wire.
import { describe, expect, it } from 'vitest';
import { KeptWires, maxKeptBytes, maxKeptMessages } from '../../../adapters/node/kept-wires.js';
import type { KeptMessage } from '../../../application/ports/wire.js';
import { manualClock } from '../../../simulator/clock.js';
import { commandTo } from '../../support/commands.js';

const textOf = ({ content }: Pick<KeptMessage, 'content'>): string => ('text' in content ? content.text : content.hex);

const opened = () => {
  const clock = manualClock();
  const wires = new KeptWires(clock);
  const wire = wires.open('mixer');
  const kept = () => wires.messages('mixer').map((message) => [message.direction, textOf(message), message.times]);
  return { clock, wires, wire, kept };
};

describe('the kept messages of a wire', () => {
  it('are the last ones of each direction and channel, in their order', () => {
    const { wire, kept } = opened();
    for (let number = 1; number <= maxKeptMessages + 2; number += 1) wire.note('sent', `ask ${String(number)}`);
    wire.note('received', 'answer');
    wire.note('received', 'level', 'osc');
    expect(kept()).toHaveLength(maxKeptMessages + 2);
    expect(kept()[0]).toEqual(['sent', 'ask 3', 1]);
    expect(kept().slice(-2)).toEqual([
      ['received', 'answer', 1],
      ['received', 'level', 1],
    ]);
  });

  it('count what comes again, with the time of the last one, and end after so many bytes', async () => {
    const { clock, wires, wire } = opened();
    const long = 'x'.repeat(maxKeptBytes + 1);
    wire.note('received', long);
    await clock.advance(1_000);
    wire.note('received', long);
    wire.note('received', `${long}y`);
    const [first, second] = wires.messages('mixer');
    expect(first).toMatchObject({ times: 2, timeMs: clock.now(), length: maxKeptBytes + 1 });
    expect(first && textOf(first)).toHaveLength(maxKeptBytes);
    expect(second).toMatchObject({ times: 1, length: maxKeptBytes + 2 });
  });

  it('are forgotten with the connection, and begin anew with the next one', () => {
    const { wires, wire } = opened();
    wire.note('sent', 'before');
    wires.forget('mixer');
    expect(wires.messages('mixer')).toEqual([]);
    wires.open('mixer').note('sent', 'after');
    expect(wires.messages('mixer')).toHaveLength(1);
  });
});

describe('secrets on a wire', () => {
  const secret = 'säsame/"1"';

  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify({ password: secret })],
    ['in an address', `/login?password=${encodeURIComponent(secret)}`],
    ['in Base64', Buffer.from(secret).toString('base64')],
  ])('are overwritten: %s', (_, message) => {
    const { wires, wire } = opened();
    wire.hide(secret);
    wire.note('sent', `[${message}]`);
    const [shown = ''] = wires.messages('mixer').map(textOf);
    expect(shown).toContain('****');
    expect(shown).not.toContain(secret.slice(0, 3));
    expect(Buffer.byteLength(shown)).toBe(Buffer.byteLength(`[${message}]`));
  });

  it('are overwritten although messages divide them, and what only looks like their beginning is shown later', () => {
    const { wires, wire } = opened();
    wire.hide('sesame');
    for (const part of ['open s', 'es', 'ame s', 'esam', '!', 's', 's']) wire.note('received', part);
    const shown = wires.messages('mixer').map(textOf);
    expect(shown.join('')).toBe('open ****** sesam!s');
  });

  it('are overwritten in what is said about the equipment', () => {
    const { wires, wire } = opened();
    wire.hide('sesame');
    expect(wires.withoutSecrets('mixer', 'it closed the connection after "sesame – no"')).toBe(
      'it closed the connection after "****** – no"',
    );
  });

  it('are overwritten as long as they are hidden anew, and the latest ones, however many there are', () => {
    const { wires, wire } = opened();
    for (let digest = 10; digest < 99; digest += 1) for (const one of ['sesame', `${String(digest)}!`]) wire.hide(one);
    wire.note('sent', 'sesame 98! 10!');
    expect(wires.messages('mixer').map(textOf)).toEqual(['****** *** 10!']);
  });

  it('that are empty hide nothing', () => {
    const { wire, kept } = opened();
    wire.hide('');
    wire.note('sent', 'open');
    expect(kept()).toEqual([['sent', 'open', 1]]);
  });
});

it('a follower receives whole messages and commands until it ends, also of a connection that is opened anew', () => {
  const { clock, wires, wire } = opened();
  const seen: unknown[] = [];
  const end = wires.follow('mixer', (entry) =>
    seen.push('content' in entry ? textOf(entry).length : 'command' in entry ? entry.command : entry.change),
  );
  wire.note('sent', 'x'.repeat(maxKeptBytes + 1));
  const command = commandTo.switch('sig-1', true);
  wires.noteCommand('mixer', command);
  wires.open('mixer').note('received', 'hello');
  wires.noteLoss('mixer', 'gone');
  wires.open('other').note('received', 'hello');
  end();
  wires.noteCommand('mixer', command);
  expect(seen).toEqual([maxKeptBytes + 1, command, 'opened', 5, { lost: 'gone' }]);
  expect(clock.waiting()).toBe(0);
});
