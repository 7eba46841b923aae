// The published documents of vMix judge the driver's parser and the simulated vMix, each by itself: the page "TCP API" of
// vMix's help, and states of vMix 11 and 25 as clients in public repositories have recorded them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ResponseReader, type VmixResponse } from '../../../../adapters/drivers/vmix/response-reader.js';
import { readState } from '../../../../adapters/drivers/vmix/state.js';
import { output, vmixBench } from './bench.js';

const read = (...parts: readonly (string | Buffer)[]): readonly (VmixResponse | string)[] => {
  const all: (VmixResponse | string)[] = [];
  const reader = new ResponseReader((response) => all.push(response));
  for (const part of parts) {
    const wrong = reader.read(Buffer.from(part));
    if (wrong !== undefined) all.push(wrong);
  }
  return all;
};

describe('the reader of responses', () => {
  it('reads the examples of the document', () => {
    expect(
      read(
        'FUNCTION OK PreviewInput\r\nFUNCTION ER Error message\r\n',
        'ACTS OK Input 1 1\r\nTALLY OK 0121\r\n',
        'XML 37\r\n<vmix><version>x.x</version></vmix>\r\nSUBSCRIBE OK TALLY\r\n',
      ),
    ).toMatchObject([
      { command: 'FUNCTION', status: 'OK', message: 'PreviewInput' },
      { command: 'FUNCTION', status: 'ER', message: 'Error message' },
      { command: 'ACTS', message: 'Input 1 1' },
      { command: 'TALLY', message: '0121' },
      { command: 'XML', status: 'body', body: '<vmix><version>x.x</version></vmix>\r\n' },
      { command: 'SUBSCRIBE', message: 'TALLY' },
    ]);
  });

  it('takes a text before the length of the body, and a body that is empty', () => {
    expect(read('XML 2 binary data\r\nok', 'XML 0\r\n', 'FUNCTION OK\r\n')).toMatchObject([
      { body: 'ok', message: 'binary data' },
      { body: '' },
      { command: 'FUNCTION' },
    ]);
  });

  it('refuses what vMix never sends', () => {
    expect(read('HTTP/1.1 400 Bad Request\r\n')).toEqual([
      'it sent no response of vMix, but "HTTP/1.1 400 Bad Request"',
    ]);
    expect(read('XML 999999999\r\n')).toEqual(['a response is too long']);
    expect(read('x'.repeat(70_000))).toEqual(['a line is too long']);
  });
});

/** A list in vMix 25, recorded while it played. */
const recorded =
  '<vmix><version>25.0.0.34</version><edition>4K</edition><inputs>' +
  '<input key="a8208de9-69ae-4bec-b548-deb980a2d54a" number="1" type="VideoList" title="List - RW_2021_TF3_B3.mp4" ' +
  'shortTitle="List" state="Running" position="32860" duration="3913259" loop="False" muted="False" volume="100" ' +
  'balance="0" solo="False" audiobusses="M" meterF1="0.2572337" meterF2="0.2572337" gainDb="0" selectedIndex="1">' +
  'List - RW_2021_TF3_B3.mp4<list><item selected="true">C:\\Users\\genadmin\\Desktop\\RW_2021_TF3_B3.mp4</item>' +
  '<item>C:\\Users\\genadmin\\Desktop\\RW_2021_TF3_C2.mp4</item></list></input>' +
  '<input key="ce42dabe-a9ae-44ba-819a-06eaf1c90646" number="2" type="Blank" title="Blank" shortTitle="Blank" ' +
  'state="Paused" position="0" duration="0" loop="False">Blank</input></inputs>' +
  '<overlays><overlay number="1" /></overlays><preview>2</preview><active>1</active><fadeToBlack>False</fadeToBlack>' +
  '<mix number="2"><preview>1</preview><active>2</active></mix></vmix>';

describe('the reader of states', () => {
  const state = readState(recorded);

  it('reads inputs and mixes', () => {
    expect(state.inputs[0]).toMatchObject({ state: 'Running', positionMs: 32_860, durationMs: 3_913_259, loop: false });
    expect(state.inputs[0]).toMatchObject({ selectedIndex: 1 });
    expect(state.inputs[0]?.items[1]).toBe('C:\\Users\\genadmin\\Desktop\\RW_2021_TF3_C2.mp4');
    expect([...state.mixes]).toEqual([
      [2, { active: 2, preview: 1 }],
      [1, { active: 1, preview: 2 }],
    ]);
  });

  it('refuses what is no state', () => {
    for (const xml of ['', '<html/>', '<vmix>', 'x']) expect(() => readState(xml)).toThrow();
    expect(readState('<vmix/>').inputs).toEqual([]);
  });

  it.each(['\u0001', '\uFFFF', '&#x1F;', '&eacute;', ' & ', '<3'])('reads on after %j in a title', (odd) => {
    const inputs = `<input number="1" title="a${odd}b"/><input number="2" title="Clip" state="Running"/>`;
    const state = readState(`<vmix><inputs>${inputs}</inputs><active>2</active></vmix>`);
    expect(state.inputs).toMatchObject([{ number: 1 }, { number: 2, title: 'Clip', state: 'Running' }]);
  });

  it('takes numbers that are none as 0', () => {
    const odd = '<vmix><inputs><input number="-1" position="NaN" duration="1e999"/></inputs><active>x</active></vmix>';
    expect(readState(odd)).toMatchObject({ inputs: [{ number: 0, positionMs: 0, durationMs: 0 }] });
  });
});

describe('the simulated vMix', () => {
  it('answers as the document describes', async () => {
    const bench = await vmixBench();
    const socket = connect(bench.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    await once(socket, 'connect');
    const exchange = async (line: string): Promise<string> => {
      received = '';
      socket.write(`${line}\r\n`);
      await bench.pass(20);
      for (let turns = 0; turns < 50 && received === ''; turns += 1) await turn();
      return received;
    };
    await bench.pass(20);
    expect(received).toBe('VERSION OK 25.0.0.34\r\n');
    expect(await exchange('SUBSCRIBE ACTS')).toBe('SUBSCRIBE OK ACTS\r\n');
    expect(await exchange('FUNCTION NoSuch Input=1')).toMatch(/^FUNCTION ER .+\r\n$/);
    expect(await exchange('NOSUCH')).toMatch(/^NOSUCH ER .+\r\n$/);
    const [, length = '', body = ''] = /^XML (\d+)\r\n([^]*)$/.exec(await exchange('XML')) ?? [];
    expect(Buffer.byteLength(body)).toBe(Number(length));
    expect(body).toMatch(/^<vmix><version>.*<preview>1<\/preview><active>1<\/active>.*<\/vmix>\r\n$/);
    const [, key = ''] = /key="([^"]*)" number="\d+" type="Video" title="headlines"/.exec(body) ?? [];
    expect(await exchange(`FUNCTION Restart Input=${key}`)).toBe('FUNCTION OK Restart\r\n');
    expect(await exchange(`FUNCTION ActiveInput Input=${key}&Mix=0`)).toContain('FUNCTION OK ActiveInput\r\n');
    await bench.pass(600);
    expect(received).toMatch(/ACTS OK InputPlaying \d+ 1\r\n/);
    expect(bench.drivers.players.state(output).scenes[0]?.run?.clip.key).toBe('headlines');
    socket.destroy();
    await bench.close();
  });
});
