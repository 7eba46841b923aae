// The URL that the virtual panel shows is the one that its client calls.
import { PassThrough, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../simulator/clock.js';
import { callOf, firstClient, urlOf } from '../../../simulator/page/panel-choices.js';
import type { PanelCall } from '../../../simulator/panel/panel-call.js';
import { makePanelCall } from '../../../simulator/panel/panel-client.js';

const url = 'http://127.0.0.1:3002';

/** Makes a call to a service that doesn't answer. Resolves with the URL that it was sent to. */
const calledUrl = async (call: PanelCall): Promise<string> => {
  const [connection, service] = duplexPair();
  const received = text(service.pipe(new PassThrough()));
  await makePanelCall({ ...call, hangsUp: true }, { connect: () => connection, url, clock: manualClock() });
  return url + (/^GET (\S+) HTTP/.exec(await received)?.[1] ?? '');
};

describe('the URL of a call', () => {
  it.each([
    ['without a token', { station: '', token: '' }],
    ['with a token', { station: '', token: 'a+b&c%' }],
    ['with a station and a token', { station: 'st 1', token: 'svc_1' }],
  ])('is the one that is called: %s', async (_, chosen) => {
    for (const path of ['/api/v2/signals/red-light/on', '/api/v2/variables/Headline/set?value=A%20b']) {
      const call = callOf({ ...firstClient, ...chosen }, path);
      expect(urlOf(url, call, true)).toBe(await calledUrl(call));
    }
  });

  it('is shown with *** in place of a token that is not to be shown', () => {
    const call = callOf({ ...firstClient, token: 'svc_1' }, '/api/v2/state?pretty');
    expect(urlOf(url, call, false)).toBe(`${url}/api/v2/state?pretty&token=***`);
  });
});
