// The simulated Panasonic camera, judged by the examples of the maker's interface specification (AW-UE100) without the driver.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { panasonicFace } from '../../../simulator/panasonic/face.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';
import { advanceInSteps } from '../../adapters/drivers/advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { camera, layoutAt } from '../../adapters/drivers/camera-bench.js';

describe('the simulated Panasonic camera', () => {
  let clock: ManualClock;
  let studio: SimulatedStudio;
  let face: WireFace;
  let terminal: Server;
  let base: string;
  let notified: string[];

  beforeEach(async () => {
    clock = manualClock();
    studio = simulatedStudio(demoStudio, clock);
    const attachments = attachmentsTo(layoutAt('panasonic', 1), 'cam');
    face = panasonicFace({ settings: {}, attachments, devices: studio });
    base = `http://127.0.0.1:${String(await face.listen(0, '127.0.0.1'))}/cgi-bin`;
    notified = [];
    terminal = createServer((socket) => {
      socket.on('data', (chunk) => notified.push(chunk.toString('hex')));
    });
    terminal.listen(0, '127.0.0.1');
    await once(terminal, 'listening');
  });

  afterEach(async () => {
    await face.close();
    studio.stop();
    terminal.close();
  });

  /** Returns the answer to a command. The clock runs meanwhile. */
  const answerTo = async (command: string): Promise<string> => {
    let body: string | undefined;
    void fetch(`${base}/aw_ptz?cmd=%23${command}&res=1`)
      .then((response) => response.text())
      .then((text) => (body = text));
    await eventually('the answer', async () => {
      await advanceInSteps(clock, 5);
      return body !== undefined;
    });
    return body ?? '';
  };

  const subscription = (connect: string) => {
    const { port } = terminal.address() as AddressInfo;
    return fetch(`${base}/event?connect=${connect}&my_port=${String(port)}&uid=0`);
  };

  it.each([
    ['O', 'p1'],
    ['AX', 'eR1:AX'],
    ['APC', 'aPC80008000'],
    ['GZ', 'gz555'],
  ])('answers #%s with %s', async (command, answer) => {
    expect(await answerTo(command)).toBe(answer);
  });

  it('refuses with the name of the command', async () => {
    studio.setFault(camera, { type: 'refused' });
    expect(await answerTo('R01')).toBe('eR2:R');
    expect(await answerTo('R50')).toBe('eR2:R');
  });

  it('notifies the terminals that asked for it when a preset is reached, and reports another position', async () => {
    await subscription('start');
    expect(await answerTo('R01')).toBe('s01');
    await eventually('the notification', async () => {
      await advanceInSteps(clock, 10);
      return notified.length > 0;
    });
    const contents = Buffer.from('\r\nq01\r\n').toString('hex');
    expect(notified).toEqual([`${'00'.repeat(22)}000f${'00'.repeat(4)}${contents}${'00'.repeat(24)}`]);
    expect(studio.cameras.angle(camera)).toBe('close');
    expect(await answerTo('APC')).toBe('aPC81007F00');
    await subscription('stop');
    await answerTo('R00');
    await advanceInSteps(clock, 100);
    expect(studio.cameras.angle(camera)).toBe('wide');
    expect(notified).toHaveLength(1);
  });
});
