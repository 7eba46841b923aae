// The command that connects the service of a studio host, on which the package is installed.
import { quoted } from '../../shared/shell.js';

/**
 * Returns a command that asks for the studio key, stores it and the console's address, and restarts the service. The key is no part
 * of it, so that no shell keeps the key in its history.
 */
export const connectCommand = (consoleUrl: string): string => {
  const [folder, group] = ['/etc/studio-control', 'studio-control'];
  const settings = [`CONSOLE_URL=${consoleUrl}`, `STUDIO_KEY_FILE=${folder}/studio-key`];
  return [
    "read -rsp 'Studio key: ' key",
    `printf '%s\\n' "$key" | sudo install -m 640 -g ${group} /dev/stdin ${folder}/studio-key`,
    `printf '%s\\n' ${settings.map(quoted).join(' ')} | sudo tee -a ${folder}/service.env >/dev/null`,
    'sudo systemctl restart studio-control',
  ].join(' && ');
};
