// A line of a device over TCP that answers commands.

/** Returns the settings of a line whose commands have a number in them. The device's answer confirms them. */
export const answeredLine = (number: number): object => ({
  on: `ON ${String(number)}`,
  off: `OFF ${String(number)}`,
  accepted: 'OK',
  refused: 'ERR',
  confirm: 'accepted',
});
