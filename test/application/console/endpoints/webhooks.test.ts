// The endpoints of webhooks, where the console sends nothing, or has no key.
import { beforeEach, describe, expect, it } from 'vitest';
import { consoleWebhookEvents } from '../../../../domain/console/webhook.js';
import { testConsole, type ConsoleUnderTest } from '../console.js';

const settings = {
  ...{ name: 'newsroom', url: 'https://hooks.example.com/swordfish' },
  ...{ studios: ['studio-1'], events: consoleWebhookEvents },
};

const added = async ({ operate }: ConsoleUnderTest): Promise<string> => {
  const { body } = await operate('POST', '/api/webhooks', settings);
  return `/api/webhooks/${(body as { readonly webhook: { readonly id: string } }).webhook.id}`;
};

describe('@WEBHOOK-20: a console that is set to send nothing', () => {
  it('says so in its list, and sends no test', async () => {
    const console = await testConsole();
    const path = await added(console);
    expect((await console.operate('GET', '/api/webhooks')).body).toMatchObject({
      sending: false,
      webhooks: [settings],
    });
    const { status, text } = await console.operate('POST', `${path}/test`);
    expect([status, text]).toEqual([409, expect.stringContaining('CONSOLE_WEBHOOKS is off')]);
  });
});

describe('@WEBHOOK-18: consoles that share a database without a common key', () => {
  it('make no secret', async () => {
    const { operate } = await testConsole({}, { box: undefined });
    const { status, text } = await operate('POST', '/api/webhooks', settings);
    expect([status, text]).toEqual([409, expect.stringContaining('SECOND_FACTOR_KEY')]);
  });
});

describe('@WEBHOOK-13: a webhook', () => {
  let console: ConsoleUnderTest;
  let path: string;
  beforeEach(async () => {
    console = await testConsole();
    path = await added(console);
  });

  it.each([
    ['POST', '', { ...settings, name: 'Newsroom' }, 409],
    ['POST', '', { ...settings, name: 'other', studios: ['nowhere'] }, 400],
    ['PATCH', '/none', { name: 'other' }, 404],
    ['POST', '/none/secret', undefined, 404],
    ['POST', '/none/test', undefined, 404],
    ['DELETE', '/none', undefined, 404],
  ])('%s /webhooks%s with %j is answered with %i', async (method, below, body, status) => {
    expect((await console.operate(method, `/api/webhooks${below}`, body)).status).toBe(status);
  });

  it('changes only what is sent, and each change is in the history, with the host alone', async () => {
    const changed = await console.operate('PATCH', path, { studios: null, url: 'http://other.example/swordfish' });
    const webhook = { ...settings, studios: null, url: 'http://other.example/swordfish', trouble: null };
    expect(changed.body).toMatchObject({ webhook });
    // What is so already is no change.
    expect((await console.operate('PATCH', path, { studios: null })).body).toMatchObject({ webhook });
    await console.operate('POST', `${path}/secret`);
    expect((await console.operate('DELETE', path)).status).toBe(204);
    const { body, text } = await console.operate('GET', '/api/changes');
    const { changes } = body as { readonly changes: readonly { readonly summary: string }[] };
    const events = 'events: studio.away, studio.back, alarm.raised, alarm.cleared';
    expect(changes.slice(0, 4).map(({ summary }) => summary)).toEqual([
      'removed the webhook "newsroom"',
      'replaced the secret of the webhook "newsroom"',
      `changed a webhook, now the webhook "newsroom" to other.example; studios: all; ${events}`,
      `added the webhook "newsroom" to hooks.example.com; studios: studio-1; ${events}`,
    ]);
    expect(text).not.toContain('swordfish');
  });
});
