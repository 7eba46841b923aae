// The drivers as they reach simulated equipment: the programs of gpiod run at a simulated chip and not on this machine.
import { gpioDriver } from '../../../adapters/drivers/gpio/gpio.js';
import { fieldOf, textIn } from '../../../domain/codec/unchecked.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { programsAt } from '../../../simulator/gpio/program.js';

/** The version of the programs if the settings name none. */
const defaultVersion = '2.2.1';

/** The driver table. The address of a connection by `gpio` is that of its simulated chip. */
export const driversOnWire = {
  ...connectionDrivers,
  gpio: gpioDriver((settings) =>
    programsAt({
      host: textIn(settings, 'host') ?? '127.0.0.1',
      port: Number(fieldOf(settings, 'port')),
      version: textIn(settings, 'gpiodVersion') ?? defaultVersion,
    }),
  ),
};
