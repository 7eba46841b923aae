// The messages of a broker: what waits, what is sent, and what is forgotten with the connection.
import { describe, expect, it } from 'vitest';
import { PublishedTopics } from '../../../application/publish/published-topics.js';

/** Topics at a broker that acknowledges when the test asks it to. */
const bench = () => {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  const topics = new PublishedTopics((topic, payload, done) => {
    sent.push(`${topic} ${payload}`);
    waiting.push(done);
  });
  return {
    topics,
    taken: () => sent.splice(0),
    acknowledge: (count = Infinity) => {
      for (const done of waiting.splice(0, count)) done();
    },
    replace: (messages: Readonly<Record<string, string>>) => {
      topics.replace(new Map(Object.entries(messages)));
    },
  };
};

describe('@PUBLISH-5: of each topic', () => {
  it('only the newest value waits while an earlier one is not acknowledged', () => {
    const { topics, taken, acknowledge, replace } = bench();
    topics.opened();
    replace({ a: '1' });
    for (const value of ['2', '3', '4']) replace({ a: value });
    expect(taken()).toEqual(['a 1']);
    acknowledge();
    expect(taken()).toEqual(['a 4']);
    acknowledge();
    expect(taken()).toEqual([]);
  });

  it('a topic that comes and goes while it waits is cleared', () => {
    const { topics, taken, acknowledge, replace } = bench();
    topics.opened();
    replace({ a: '1' });
    replace({});
    replace({ a: '2' });
    replace({});
    acknowledge();
    expect(taken()).toEqual(['a 1', 'a ']);
  });

  it('at most 16 are sent before the first is acknowledged, in the order of their changes', () => {
    const { topics, taken, acknowledge, replace } = bench();
    const all = Array.from({ length: 40 }, (_, index) => [`t${String(index)}`, 'x'] as const);
    topics.opened();
    replace(Object.fromEntries(all));
    expect(taken()).toEqual(all.slice(0, 16).map((message) => message.join(' ')));
    acknowledge(1);
    expect(taken()).toEqual(['t16 x']);
    acknowledge();
    acknowledge();
    expect(taken()).toHaveLength(23);
  });

  it('nothing waits while the connection is lost, and everything is sent when it is back', async () => {
    const { topics, taken, replace } = bench();
    replace({ a: '1', b: '1' });
    expect(taken()).toEqual([]);
    topics.opened();
    topics.lost();
    taken();
    replace({ a: '2', b: '1' });
    await topics.sent();
    topics.opened();
    expect(taken()).toEqual(['a 2', 'b 1']);
  });
});

it('@PUBLISH-3: what the broker keeps is cleared unless it should be there', () => {
  const { topics, taken, acknowledge, replace } = bench();
  topics.opened();
  replace({ a: '1' });
  acknowledge();
  taken();
  topics.kept('a');
  topics.kept('b');
  expect(taken()).toEqual(['b ']);
});
