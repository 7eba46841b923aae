// Stands in for the programs of gpiod: runs one at the simulated chip that `GPIO_CHIP` names, with the version in `GPIOD_VERSION`.
import { connect } from 'node:net';
import { argv, env, exit, stderr, stdin, stdout } from 'node:process';

const [, , tool, ...args] = argv;
const [host, port] = (env['GPIO_CHIP'] ?? '127.0.0.1:18617').split(':');
const socket = connect(Number(port), host);
let code = 1;
let received = '';

socket.write(`${JSON.stringify({ tool, args, version: env['GPIOD_VERSION'] ?? '2.2.1' })}\n`);
socket.setEncoding('utf8').on('data', (chunk) => {
  const lines = (received + chunk).split('\n');
  received = lines.pop() ?? '';
  for (const line of lines) {
    const message = JSON.parse(line);
    stdout.write(message.out ?? '');
    stderr.write(message.err ?? '');
    code = message.exit ?? code;
  }
});
socket.on('error', (error) => stderr.write(`${tool}: ${error.message}\n`));
socket.once('close', () => exit(code));

// Version 1 waits for Enter, or for the end of its input.
if (args.includes('--mode=wait')) stdin.on('data', () => exit(0)).on('end', () => exit(0));
