import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { PostPage } from '#web/features/course-admin/posts/post-page.tsx';
import { useFirstSave } from '#web/lib/saving/use-first-save.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

/** Holds the form of a new post, which stays on the screen when its first save leads to the new post's address. */
export const Route = createFileRoute('/admin/blogs/_form')({
  beforeLoad: requireAdmin,
  component: PostForm,
});

function PostForm() {
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const { formKey, isHere, onSaved } = useFirstSave(id, (created) =>
    navigate({
      to: '/admin/blogs/$id',
      params: { id: created },
      ignoreBlocker: true,
      resetScroll: false,
    }),
  );
  return isHere ? <PostPage key={formKey} post={null} onSaved={onSaved} /> : <Outlet />;
}
