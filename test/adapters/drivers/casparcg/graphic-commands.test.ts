// Graphics on CasparCG: what the driver sends, and what counts as shown and as gone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GraphicFields } from '../../../../domain/studio/graphic.js';
import { graphicsContract } from '../../../contracts/graphics.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import type { CasparcgServerOptions } from '../../../../simulator/casparcg/server-options.js';
import { casparcgBench, output, playersBench, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const scene = 'left';
const lowerThird = { scene, template: 'lower-third', fields: { headline: 'Headline' } };
const templates = new Map([
  ['lower-third', 'page'],
  ['slow/out', 'page'],
  ['unloadable', 'broken'],
] as const);

let bench: CasparcgBench;

const open = async (
  graphic: Partial<typeof lowerThird & { outMs: number }> = {},
  server: Partial<CasparcgServerOptions> = {},
) => {
  bench = await casparcgBench({
    server: { templates, ...server },
    driver: { graphics: [{ ...lowerThird, ...graphic }] },
  });
};

afterEach(() => {
  bench.close();
});

const texts = (headline = 'Flood'): GraphicFields => ({ headline });
const show = (headline?: string) => sentCommand(bench.players.send(commandTo.show(output, scene, texts(headline))));
const update = (headline?: string) => sentCommand(bench.players.send(commandTo.update(output, scene, texts(headline))));
const hide = () => sentCommand(bench.players.send(commandTo.hide(output, scene)));
const isShown = () => bench.players.state(output).scenes[0]?.graphicShown;

/** The page on the graphic's layer, as the server knows it. */
const page = () => {
  const producer = bench.server.visible('1-30');
  return producer.kind === 'html' && producer.url !== null ? producer.page : null;
};

const templateLines = () => bench.lines.filter((line) => line.startsWith('CG '));

graphicsContract('CasparCG players of a simulated server', async () => {
  await open();
  return {
    ...playersBench(bench),
    output,
    scene,
    texts: () => (page()?.texts as GraphicFields | undefined) ?? null,
  };
});

describe('a graphic', () => {
  beforeEach(() => open());

  it('is added with its texts, and gets others without being added again', async () => {
    show();
    await bench.pass(250);
    show('Storm');
    update('Sun');
    await bench.pass(250);
    expect(templateLines()).toEqual([
      String.raw`CG 1-30 ADD 0 "lower-third" 1 "{\"headline\":\"Flood\"}"`,
      String.raw`CG 1-30 UPDATE 0 "{\"headline\":\"Storm\"}"`,
      String.raw`CG 1-30 UPDATE 0 "{\"headline\":\"Sun\"}"`,
    ]);
    expect(page()).toEqual({ texts: texts('Sun'), isPlaying: true, failures: 0 });
  });

  it('that another client has removed is off air, and is added again by a show only', async () => {
    show();
    await bench.pass(250);
    bench.execute('CLEAR 1-30');
    await bench.pass(250);
    expect(isShown()).toBe(false);
    expect(templateLines()).toHaveLength(1);
    show();
    await bench.pass(250);
    expect(templateLines()[1]).toContain('ADD');
    expect(isShown()).toBe(true);
  });

  it('that is removed while texts are on their way is added instead', async () => {
    show();
    await bench.pass(250);
    bench.execute('CG 1-30 CLEAR');
    const sent = show('Storm');
    await bench.pass(250);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(
      templateLines()
        .slice(1)
        .map((line) => line.split(' ')[2]),
    ).toEqual(['UPDATE', 'ADD']);
    expect(page()?.texts).toEqual(texts('Storm'));
  });

  it('that is removed while texts are on their way stays off air if it is hidden after them', async () => {
    show();
    await bench.pass(250);
    bench.execute('CG 1-30 CLEAR');
    const shown = show('Storm');
    const hidden = hide();
    await bench.pass(500);
    expect(page()).toBeNull();
    expect(await commandResults(hidden)).toEqual(['done', 'done']);
    expect(await commandResults(shown)).toEqual(['device_error', 'device_error']);
  });

  it('is not another template on the same layer', async () => {
    bench.execute('CG 1-30 ADD 0 "slow/out" 1 "{}"');
    await bench.pass(250);
    expect(isShown()).toBe(false);
  });

  it('@GRAPHIC-6: is not sent again when the connection returns, and is known by its template', async () => {
    show();
    await bench.pass(250);
    await bench.setFault({ type: 'offline' });
    await bench.setFault(null);
    await bench.pass(1_000);
    expect(templateLines()).toHaveLength(1);
    expect(isShown()).toBe(true);
  });

  it('is off air after a restart of the server, and nothing is sent', async () => {
    show();
    await bench.pass(250);
    bench.server.reset();
    await bench.untilConnected(false);
    await bench.untilConnected(true);
    await bench.pass(500);
    expect(isShown()).toBe(false);
    expect(templateLines()).toHaveLength(1);
  });

  it('with texts that are too long for a line is not sent', async () => {
    const sent = show('x'.repeat(60_000));
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringContaining('60000') as string } });
    expect(templateLines()).toEqual([]);
  });
});

describe('a template', () => {
  it('that the server does not have is refused', async () => {
    await open({ template: 'nope' });
    const sent = show();
    await bench.pass(250);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(await sent.confirmed).toMatchObject({ left: { message: expect.stringContaining('404 CG ADD') as string } });
  });

  it('whose page cannot be loaded is never confirmed', async () => {
    await open({ template: 'unloadable' });
    const sent = show();
    await bench.pass(2_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({
      code: 'device_error',
      message: expect.stringContaining('html without a page') as string,
    });
    expect(isShown()).toBe(false);
  });
});

describe('a template that needs a second to disappear', () => {
  beforeEach(async () => {
    await open({ template: 'slow/out', outMs: 1_000 });
    show();
    await bench.pass(250);
  });

  it('is stopped, and removed after that second', async () => {
    const sent = hide();
    await bench.pass(900);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(page()?.isPlaying).toBe(false);
    await bench.pass(350);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(templateLines().slice(1)).toEqual(['CG 1-30 STOP 0', 'CG 1-30 CLEAR']);
  });

  it('is gone as soon as it removes itself', async () => {
    const sent = hide();
    await bench.pass(300);
    bench.execute('CG 1-30 REMOVE 0');
    await bench.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('stays if it is shown again meanwhile', async () => {
    const hidden = hide();
    await bench.pass(300);
    const shown = show('Storm');
    await bench.pass(2_000);
    expect(await commandResults(hidden)).toEqual(['done', 'device_error']);
    expect(await commandResults(shown)).toEqual(['done', 'done']);
    expect(page()).toMatchObject({ texts: texts('Storm'), isPlaying: true });
    expect(templateLines().at(-1)).toContain('ADD');
  });

  it('is removed at once if another client has removed it already', async () => {
    bench.execute('CG 1-30 CLEAR');
    const sent = hide();
    await bench.pass(250);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(templateLines().slice(1)).toEqual(['CG 1-30 STOP 0', 'CG 1-30 CLEAR']);
  });

  it('stays if it is shown again while a stop is on its way that is refused', async () => {
    bench.execute('CG 1-30 CLEAR');
    hide();
    const shown = show('Storm');
    await bench.pass(500);
    expect(page()).toMatchObject({ texts: texts('Storm'), isPlaying: true });
    expect(await commandResults(shown)).toEqual(['done', 'done']);
  });

  it('is left alone when the connection is lost meanwhile', async () => {
    const sent = hide();
    await bench.pass(300);
    await bench.setFault({ type: 'offline' });
    await bench.setFault(null);
    await bench.pass(2_000);
    expect(await commandResults(sent)).toEqual(['done', 'device_error']);
    expect(templateLines().at(-1)).toBe('CG 1-30 STOP 0');
  });
});

describe('the texts', () => {
  it.each(['2.3.2', '2.5.0', '2.6.0'])('@GRAPHIC-9: reach the page of a server of version %s', async (version) => {
    await open({}, { version });
    const headline = 'A "quoted" C:\\path\r\nZürich 🌊';
    show(headline);
    await bench.pass(2_000);
    expect(page()).toMatchObject({ texts: { headline }, failures: 0 });
  });
});
