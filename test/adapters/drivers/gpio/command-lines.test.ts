// What the programs of gpiod 1.6.3 (Debian 12) and 2.2.1 (Debian 13) print beside a real kernel: recorded with the chip PL061 of QEMU's
// machine `virt`, and with the help of the programs for names.
import { describe, expect, it } from 'vitest';
import { chipIn, edgeIn, linesIn, versionIn } from '../../../../adapters/drivers/gpio/command-lines.js';
import { reasonOf } from '../../../../adapters/drivers/gpio/tools.js';

const info1 = `gpiochip0 - 8 lines:
	line   0:      unnamed       unused   input  active-high 
	line   2:      unnamed    "gpioset"  output   active-low [used bias-disabled]
	line   3:    "GPIO 3"       unused  output  active-high 
	line   6:      unnamed    "gpiomon"   input  active-high [used]
	line   7:   "ID_SDA" "spi0 CS0"   output  active-low [used]
`;

const info2 = `gpiochip0 - 8 lines:
	line   0:	unnamed         	input
	line   2:	unnamed         	output active-low bias=disabled consumer=studio-control
	line   3:	"GPIO 3"        	output
	line   6:	unnamed         	input edges=both consumer=studio-control
	line   7:	"ID_SDA"        	output consumer="spi0 CS0"
`;

const line = (offset: number, isOutput: boolean, user?: string, name?: string) => ({ offset, name, isOutput, user });

describe('what the programs print', () => {
  it.each([
    [1, info1, 'gpioset', 'gpiomon'],
    [2, info2, 'studio-control', 'studio-control'],
  ] as const)('about lines is read from version %i', (version, output, setter, monitor) => {
    expect(linesIn(version, output)).toEqual([
      line(0, false),
      line(2, true, setter),
      line(3, true, undefined, 'GPIO 3'),
      line(6, false, monitor),
      line(7, true, 'spi0 CS0', 'ID_SDA'),
    ]);
  });

  it('about chips is read', () => {
    const chips = 'gpiochip0 [pinctrl-bcm2711] (58 lines)\ngpiochip1 [gpiochip0] (8 lines)\n';
    expect(['gpiochip1', 'pinctrl-bcm2711', 'gpiochip0', 'gpiochip9'].map((wanted) => chipIn(chips, wanted))).toEqual([
      'gpiochip1',
      'gpiochip0',
      'gpiochip0',
      undefined,
    ]);
  });

  it.each([
    ['gpiodetect (libgpiod) v1.6.3\nCopyright (C) 2017-2018 Bartosz Golaszewski', 1],
    ['gpiodetect (libgpiod) v2.2.1', 2],
    ['gpiodetect (libgpiod) v9.0', undefined],
    ['bash: no', undefined],
  ])('about the version is read: %j', (output, version) => {
    expect(versionIn(output)).toBe(version);
  });

  it('about edges is read', () => {
    expect(['1', '0', '2', ''].map((text) => edgeIn(1, text))).toEqual([true, false, undefined, undefined]);
    expect(['1', '0', '2', ''].map((text) => edgeIn(2, text))).toEqual([true, undefined, false, undefined]);
  });

  it.each([
    [
      'setpriv: failed to execute gpioset: No such file or directory',
      'gpioset is not installed; install the package gpiod',
    ],
    [
      "gpioset: unable to open chip '/dev/gpiochip0': Permission denied",
      "gpioset: unable to open chip '/dev/gpiochip0': Permission denied; the user of the service needs the group gpio",
    ],
    [
      'gpioset: error setting the GPIO line values: Device or resource busy\nmore',
      'gpioset: error setting the GPIO line values: Device or resource busy',
    ],
    ['', 'gpioset ended with 1'],
  ])('about an error is a reason: %j', (errors, reason) => {
    expect(reasonOf('gpioset', { code: 1, errors })).toBe(reason);
  });
});
