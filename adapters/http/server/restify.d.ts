// The parts of restify by the paths of their files, which the published types don't name.
declare module 'restify/lib/*' {
  const part: unknown;
  export default part;
}
