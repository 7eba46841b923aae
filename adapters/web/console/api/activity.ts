// When the operator last did something at this page: its requests by itself must not keep the session alive (OPERATOR-8).

let lastInput = Date.now();

for (const input of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  window.addEventListener(
    input,
    () => {
      lastInput = Date.now();
    },
    { capture: true, passive: true },
  );

/** Returns for how many whole seconds the operator has done nothing. */
export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - lastInput) / 1_000));
