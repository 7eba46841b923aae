// Messages of TSL UMD 3.1: bytes worked out by hand from the protocol's document.
import { describe, expect, it } from 'vitest';
import { message31 } from '../../../../adapters/drivers/tsl/message31.js';
import { Message31Reader, readMessage31 } from '../../../../simulator/tsl/message31.js';

describe('@TALLY-9: a message of version 3.1', () => {
  it.each([
    ['program', { index: 2, tally: 'program', label: 'CAM 1' }, 3, '8232' + '43414d2031' + '20'.repeat(11)],
    ['preview', { index: 126, tally: 'preview', label: '' }, 1, 'fe11' + '20'.repeat(16)],
    [
      'off',
      { index: 0, tally: 'off', label: 'A text of 17 char' },
      0,
      '8000' + '412074657874206f66203137206368' + '61',
    ],
    [
      'accents',
      { index: 1, tally: 'off', label: 'Tür Straße Łódź' },
      3,
      '8130' + '54757220537472617373' + '65204c6f647a',
    ],
    ['other letters', { index: 1, tally: 'off', label: '東京 é' }, 3, '8130' + '3f3f2065' + '20'.repeat(12)],
  ] as const)('shows %s', (_, display, brightness, bytes) => {
    expect(message31(display, brightness).toString('hex')).toBe(bytes);
  });
});

describe('the simulated display of version 3.1', () => {
  const message = Buffer.from('8232' + '43414d2031' + '20'.repeat(11), 'hex');

  it('finds messages in a stream cut anywhere', () => {
    const read: unknown[] = [];
    const reader = new Message31Reader((one) => read.push(readMessage31(one)));
    for (const byte of Buffer.concat([Buffer.from('xy'), message, message.subarray(0, 5), message]))
      reader.push(Buffer.of(byte));
    const shown = { index: 2, left: 'off', right: 'red', text: 'off', brightness: 3, label: 'CAM 1' };
    expect(read).toEqual([
      { screen: 0, messages: [shown] },
      { screen: 0, messages: [shown] },
    ]);
  });

  it.each([
    ['82', 'a message of 1 bytes'],
    ['02' + '32'.repeat(17), 'the first byte 2'],
    ['ff' + '32'.repeat(17), 'the address 127'],
    ['82c0' + '20'.repeat(16), 'reserved bits of the control byte'],
    ['8230' + '20'.repeat(15) + 'e9', `the text "${' '.repeat(15)}é"`],
  ])('reports what is wrong with %s', (bytes, fault) => {
    expect(readMessage31(Buffer.from(bytes, 'hex'))).toBe(fault);
  });
});
