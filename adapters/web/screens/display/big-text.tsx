// Text that fills the place that is left.
import type { VNode } from 'preact';

/** How wide characters are in bold fonts, in parts of the text's size; the last one is for all others. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[: ]/, 0.4],
  [/[0-9–]/, 0.7],
  [/\p{Lu}/u, 0.86],
  [/./u, 0.68],
];

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (widths.find(([kind]) => kind.test(character))?.[1] ?? 0), 0);

interface BigTextProps {
  readonly text: string;
  readonly className?: string;
  readonly role?: 'timer' | 'status' | undefined;
}

/** Renders a text as large as its place allows. */
export const BigText = ({ text, className = '', role }: BigTextProps): VNode => (
  <div className="place">
    <p className={`big ${className}`} role={role} style={{ '--em': String(widthOf(text)) }}>
      {text}
    </p>
  </div>
);
