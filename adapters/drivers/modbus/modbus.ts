// The driver of Modbus TCP.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { ModbusDevice } from './device.js';
import { discovery } from './discovery.js';
import { ModbusLine, ModbusSettings } from './settings.js';

/** Modbus TCP: coils and inputs of I/O modules as signal lines. */
export const modbus = connectionDriver<ModbusSettings, ModbusLine>({
  grade: 'basic',
  settings: ModbusSettings,
  line: ModbusLine,
  discovery,
  open: (settings, { lines }, deps) => {
    const device = new ModbusDevice(settings, lines, deps);
    return {
      lines: device.lines,
      follow: (attachments) => {
        device.follow(attachments.lines);
      },
      close: () => {
        device.close();
      },
    };
  },
});
