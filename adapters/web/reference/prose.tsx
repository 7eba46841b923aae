// Descriptions of the OpenAPI document: paragraphs with `code` and **strong** parts.
import type { ReactElement, ReactNode } from 'react';

const inline = (text: string): readonly ReactNode[] =>
  text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part, place) => {
    if (part.startsWith('`')) return <code key={place}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong key={place}>{part.slice(2, -2)}</strong>;
    return part;
  });

/** Renders a text in one line. */
export const Inline = ({ text }: { readonly text: string }): ReactElement => <>{inline(text)}</>;

/** Renders paragraphs. */
export const Prose = ({ text }: { readonly text: string }): ReactElement => (
  <div className="prose">
    {text.split(/\n\n+/).map((paragraph, place) => (
      <p key={place}>{inline(paragraph)}</p>
    ))}
  </div>
);
