// SPDX-License-Identifier: Apache-2.0
// Routes between queues.
#include "acl/acl_tdt_queue.h"
#include "runtime/api/shared_queue.h"

using namespace acc::rt;
using namespace acc::rt::api;

// The opaque types of the interface.
struct acltdtQueueRoute {
    Route route{};
    int32_t status = ACL_TDT_QUEUE_ROUTE_UNBIND;
};
struct acltdtQueueRouteList {
    std::vector<acltdtQueueRoute> routes;
};
struct acltdtQueueRouteQueryInfo {
    acltdtQueueRouteQueryMode mode = ACL_TDT_QUEUE_ROUTE_QUERY_SRC;
    uint32_t source = 0;
    uint32_t destination = 0;
};

namespace {

Status resolveList(const acltdtQueueRouteList* routeList, std::shared_ptr<acltdtQueueRouteList>* list) {
    return resolveObject(routeList, "routeList", "a list of acltdtCreateQueueRouteList", list);
}

// Binds or unbinds all routes of a list.
Status changeRoutes(acltdtQueueRouteList* routeList, bool bind) {
    std::shared_ptr<acltdtQueueRouteList> list;
    ACC_TRY(resolveList(routeList, &list));
    Queues& queues = Queues::instance();
    MutexLock lock(queues.mutex);
    for (const acltdtQueueRoute& entry : list->routes) {
        for (const uint32_t id : {entry.route.source, entry.route.destination}) {
            if (queues.byId.find(id) == queues.byId.end()) {
                return Status::error(ACL_ERROR_INVALID_QUEUE_ID,
                                     "a route of the list names queue {}, which does not exist", id);
            }
        }
    }
    for (acltdtQueueRoute& entry : list->routes) {
        std::erase(queues.routes, entry.route);
        if (bind) {
            queues.routes.push_back(entry.route);
        }
        entry.status = bind ? ACL_TDT_QUEUE_ROUTE_BIND : ACL_TDT_QUEUE_ROUTE_UNBIND;
    }
    return {};
}

}  // namespace

extern "C" {

aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status { return changeRoutes(qRouteList, true); });
}

aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status { return changeRoutes(qRouteList, false); });
}

aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo, acltdtQueueRouteList* qRouteList) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteQueryInfo> query;
        ACC_TRY(resolveObject(queryInfo, "queryInfo", "a query of acltdtCreateQueueRouteQueryInfo", &query));
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(qRouteList, &list));
        Queues& queues = Queues::instance();
        MutexLock lock(queues.mutex);
        for (const Route& route : queues.routes) {
            const bool source = route.source == query->source;
            const bool destination = route.destination == query->destination;
            const bool wanted = query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC           ? source
                                : query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_DST         ? destination
                                : query->mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST ? source && destination
                                                                                       : false;  // none is abnormal
            if (wanted) {
                list->routes.push_back({route, ACL_TDT_QUEUE_ROUTE_BIND});
            }
        }
        return {};
    });
}

acltdtQueueRoute* acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId) {
    return create(__func__, acltdtQueueRoute{{srcId, dstId}, ACL_TDT_QUEUE_ROUTE_UNBIND});
}

aclError acltdtDestroyQueueRoute(const acltdtQueueRoute* route) {
    return destroy(__func__, route, "route", "a route of acltdtCreateQueueRoute");
}

aclError acltdtGetQueueRouteParam(const acltdtQueueRoute* route, acltdtQueueRouteParamType type, size_t len,
                                  size_t* paramRetSize, void* param) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        switch (type) {
            case ACL_TDT_QUEUE_ROUTE_SRC_UINT32:
                return give(object->route.source, len, paramRetSize, param);
            case ACL_TDT_QUEUE_ROUTE_DST_UINT32:
                return give(object->route.destination, len, paramRetSize, param);
            case ACL_TDT_QUEUE_ROUTE_STATUS_INT32:
                return give(object->status, len, paramRetSize, param);
        }
        return Status::error(ACL_ERROR_INVALID_PARAM, "type is {}, expected an acltdtQueueRouteParamType",
                             static_cast<int>(type));
    });
}

acltdtQueueRouteList* acltdtCreateQueueRouteList(void) {
    return create(__func__, acltdtQueueRouteList());
}

aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList* routeList) {
    return destroy(__func__, routeList, "routeList", "a list of acltdtCreateQueueRouteList");
}

aclError acltdtAddQueueRoute(acltdtQueueRouteList* routeList, const acltdtQueueRoute* route) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(routeList, &list));
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        list->routes.push_back(*object);
        return {};
    });
}

aclError acltdtGetQueueRoute(const acltdtQueueRouteList* routeList, size_t index, acltdtQueueRoute* route) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteList> list;
        ACC_TRY(resolveList(routeList, &list));
        std::shared_ptr<acltdtQueueRoute> object;
        ACC_TRY(resolveObject(route, "route", "a route of acltdtCreateQueueRoute", &object));
        if (index >= list->routes.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "index is {}, expected less than {}", index,
                                 list->routes.size());
        }
        *object = list->routes[index];
        return {};
    });
}

size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList* routeList) {
    const std::shared_ptr<acltdtQueueRouteList> list =
        core::LiveObjects<acltdtQueueRouteList>::instance().find(routeList);
    return list == nullptr ? 0 : list->routes.size();
}

acltdtQueueRouteQueryInfo* acltdtCreateQueueRouteQueryInfo(void) {
    return create(__func__, acltdtQueueRouteQueryInfo());
}

aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo* info) {
    return destroy(__func__, info, "info", "a query of acltdtCreateQueueRouteQueryInfo");
}

aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo* param, acltdtQueueRouteQueryInfoParamType type,
                                      size_t len, const void* value) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<acltdtQueueRouteQueryInfo> query;
        ACC_TRY(resolveObject(param, "param", "a query of acltdtCreateQueueRouteQueryInfo", &query));
        ACC_TRY(
            inRange<int>(type, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, "type"));
        ACC_TRY(checkSize(len, sizeof(uint32_t)));
        ACC_TRY(notNull(value, "value"));
        uint32_t number = 0;
        std::memcpy(&number, value, sizeof(number));
        if (type == ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM) {
            if (number > ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST && number != ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL) {
                return Status::error(ACL_ERROR_INVALID_PARAM, "*value is {}, expected an acltdtQueueRouteQueryMode",
                                     number);
            }
            query->mode = static_cast<acltdtQueueRouteQueryMode>(number);
        } else {
            (type == ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 ? query->source : query->destination) = number;
        }
        return {};
    });
}

}  // extern "C"
