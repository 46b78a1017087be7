import type { Announcements, DndContextProps, UniqueIdentifier } from '@dnd-kit/core';
import { m } from '#web/lib/messages.ts';

/** One of a list, as a person knows it. */
interface Draggable {
  readonly id: UniqueIdentifier;
  readonly title: string;
}

/** What a screen reader hears while something is dragged: titles and positions, never ids. For the `accessibility` of a DndContext. */
export function dragWords(items: readonly Draggable[]): NonNullable<DndContextProps['accessibility']> {
  const title = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.title ?? '';
  const place = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => m.ui_drag_started({ title: title(active.id), place: place(active.id) }),
    onDragOver: ({ active, over }) =>
      over
        ? m.ui_drag_over({ title: title(active.id), place: place(over.id), count: items.length })
        : undefined,
    // The list itself reports where it was moved to.
    onDragEnd: ({ active, over }) =>
      over && over.id !== active.id ? undefined : m.ui_drag_back({ title: title(active.id) }),
    onDragCancel: ({ active }) => m.ui_drag_back({ title: title(active.id) }),
  };
  return { announcements };
}
