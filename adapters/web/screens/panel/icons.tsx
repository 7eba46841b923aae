// The drawings on keys: paths in a square of 24.
import type { VNode } from 'preact';
import type { Key } from './key-state.js';

type Icon = NonNullable<Key['icon']>;

const paths: Readonly<Record<Icon, string>> = {
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  stop: 'M5 5h14v14H5z',
  take: 'M4 12h11M11 6l6 6-6 6M20 4v16',
  next: 'M5 4l10 8-10 8zM17 4h3v16h-3z',
  previous: 'M19 4L9 12l10 8zM4 4h3v16H4z',
  loop: 'M4 12a8 8 0 0 1 14-5M18 3v4h-4M20 12a8 8 0 0 1-14 5M6 21v-4h4',
  graphic: 'M3 5h18v14H3zM6 15h8',
  light: 'M12 3a6 6 0 0 1 3 11v2H9v-2a6 6 0 0 1 3-11zM10 20h4',
  door: 'M6 3h12v18H6zM14 12h1M3 21h18',
  microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  speaker: 'M4 9h4l5-4v14l-5-4H4zM17 8a6 6 0 0 1 0 8',
  camera: 'M3 7h11v10H3zM14 11l7-4v10l-7-4',
  star: 'M12 3l2.7 6 6.3.6-4.8 4.3 1.5 6.4L12 17l-5.7 3.3 1.5-6.4L3 9.6 9.3 9z',
  warning: 'M12 3l10 18H2zM12 10v5M12 18v.5',
  power: 'M12 3v9M7 6a8 8 0 1 0 10 0',
};

/** Renders a drawing. */
export const KeyIcon = ({ icon }: { readonly icon: Icon }): VNode => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[icon]} />
  </svg>
);
