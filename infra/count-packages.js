// Prints how many packages an installation on this machine has: count-packages.js [all]
// Runs before the packages are installed, so on the system's Node, which may be an old one.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Whether what a package states permits a value: nothing, a value, or a list such as `["linux"]` or `["!win32"]`. */
const permits = (stated, value) => {
  const list = [stated ?? []].flat();
  return list.includes(value) || (!list.includes(`!${value}`) && list.every((item) => item.startsWith('!')));
};

const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';

const isForThisMachine = ({ os, cpu, libc: libcs }) =>
  permits(os, process.platform) && permits(cpu, process.arch) && permits(libcs, libc);

/** The folder in which Node finds a dependency of the package in a folder. */
const found = (folder, name) => {
  const inside = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  return inside in packages || folder === ''
    ? inside
    : found(folder.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, ''), name);
};

const needed = new Set();

const follow = (folder) => {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = packages[folder];
  const names = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...devDependencies };
  for (const dependency of Object.keys(names).map((name) => found(folder, name))) {
    if (needed.has(dependency) || !(dependency in packages) || !isForThisMachine(packages[dependency])) continue;
    needed.add(dependency);
    follow(dependency);
  }
};

follow('');
if (process.argv[2] === 'all') follow('test');
console.log(needed.size);
