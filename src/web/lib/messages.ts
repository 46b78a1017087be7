/** The words of the product, one function a message, made from messages/en by `npm run generate`. */
export { m } from '../../messages/messages.js';
