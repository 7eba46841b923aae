// The command that connects a service.
import { expect, it } from 'vitest';
import { connectCommand } from '../../../../../adapters/web/console/studios/connect-command.js';

it('the command asks for the key, and quotes the address for the shell', () => {
  const command = connectCommand("https://a'b");
  expect(command).toContain(String.raw`key && printf '%s\n' "$key" | sudo install -m 640 -g studio-control`);
  // Other settings of the service stay.
  expect(command).toMatch(/\| sudo tee -a \/etc\/studio-control\/service\.env >\/dev\/null && sudo systemctl restart/);
  expect(command).toContain(String.raw`'CONSOLE_URL=https://a'\''b' 'STUDIO_KEY_FILE=/etc/studio-control/studio-key'`);
});
